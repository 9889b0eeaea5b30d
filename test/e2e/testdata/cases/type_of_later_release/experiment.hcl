experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "qda" "qda" {}
learner "naive_bayes" "nb" {}
learner "svm" "svm" {
  tune {
    C = [0.1, 1]
  }
}
learner "lda" "lda" { calibrate = "sigmoid" }
reduction "nested_dichotomies" "nd" {}

validation { folds = 3 }
metric "accuracy" {}
