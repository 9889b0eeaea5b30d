experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  rows     = 30
  classes  = 3
}

learner "svm" "svm" { C = linspace(0.1, 1, 1001) }

reduction "one_vs_rest" "ova" {}

validation {
  folds   = 10
  repeats = 200
}
