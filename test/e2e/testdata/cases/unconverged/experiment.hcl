experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}

learner "logreg" "hasty" { max_iter = 1 }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}

validation { folds = 3 }
