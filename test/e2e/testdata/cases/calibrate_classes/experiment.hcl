experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}

learner "logreg" "lr" {}
learner "logreg" "second" {}
reduction "one_vs_one" "votes" { calibrate = "temperature" }
reduction "ecoc" "learned" {
  code      = "dense_random"
  decoding  = "learned"
  learner   = learner.second
  calibrate = "vector"
}
reduction "one_vs_rest" "thresholds" {
  thresholds = { a = 0.1, b = 0.2, c = 0.3 }
  calibrate  = "dirichlet"
}
reduction "one_vs_rest" "misspelt" { calibrate = "sigmoid" }
reduction "one_vs_rest" "negative" {
  calibrate        = "dirichlet"
  calibrate_lambda = -1
}
reduction "one_vs_rest" "idle" {
  calibrate          = "vector"
  calibrate_bin_rows = 20
}

validation { folds = 3 }
metric "accuracy" {}
