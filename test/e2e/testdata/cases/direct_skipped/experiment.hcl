experiment "e" {
  on_incompatible = "skip"
}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "perceptron" "svm" {}
learner "lda" "lda" {}
reduction "direct" "native" {}

validation { folds = 3 }
metric "accuracy" {}
