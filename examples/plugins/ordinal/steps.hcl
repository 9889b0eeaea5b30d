# Five classes in a row, 0 to 4, each overlapping its neighbours. Build the plugin
# beside this file first: go build -o ordinal .
bench {
  required_plugins {
    ordinal = { source = "./ordinal" }
  }
}

experiment "steps" {}

dataset "steps" {
  generate = "collinear"
  classes  = 5
  rows     = 400
  spread   = 3
}

learner "logreg" "logreg" {}

reduction "ordinal" "ordinal" {}

reduction "ordinal" "downwards" {
  order = ["4", "3", "2", "1", "0"]
}

# An order that the features do not have: "above the second" is no half plane.
reduction "ordinal" "shuffled" {
  order = ["2", "0", "4", "1", "3"]
}

reduction "one_vs_rest" "one_vs_rest" {}

reduction "one_vs_one" "one_vs_one" {
  decoding = "coupling"
}

validation {
  folds = 5
}

metric "accuracy" {}
metric "log_loss" {}
metric "kappa" { weights = "quadratic" }
