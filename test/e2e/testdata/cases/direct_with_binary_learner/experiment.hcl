experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "perceptron" "svm" {}
reduction "direct" "native" {}

validation { folds = 3 }
metric "accuracy" {}
