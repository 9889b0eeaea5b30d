experiment "statistics" { seed = 5 }

dataset "blobs1" {
  generate = "blobs"
  classes  = 3
  rows     = 90
  spread   = 1
  seed     = 1
}
dataset "blobs2" {
  generate = "blobs"
  classes  = 3
  rows     = 90
  spread   = 2
  seed     = 2
}
dataset "blobs3" {
  generate = "blobs"
  classes  = 3
  rows     = 90
  spread   = 3
  seed     = 3
}
dataset "blobs4" {
  generate = "blobs"
  classes  = 3
  rows     = 90
  spread   = 4
  seed     = 4
}
dataset "moons" {
  generate = "moons"
  rows     = 90
  spread   = 0.3
  seed     = 2
}
dataset "categorical" {
  generate = "categorical"
  classes  = 3
  rows     = 90
  levels   = 12
  features = 2
  seed     = 3
}
dataset "circles" {
  generate = "circles"
  rows     = 90
  seed     = 2
}

learner "logreg" "logreg" {}
learner "knn" "knn" {}
learner "tree" "tree" {}

reduction "one_vs_rest" "ova" {}

validation {
  folds   = 3
  repeats = 2
}

metric "accuracy" {}

comparison "datasets" {
  metric = metric.accuracy
  test   = ["friedman", "wilcoxon", "sign", "corrected_t", "bayes_correlated_t", "bayes_signed_rank", "bayes_hierarchical", "mcnemar"]
}
comparison "tukey" {
  metric   = metric.accuracy
  test     = ["friedman"]
  post_hoc = "nemenyi"
}
