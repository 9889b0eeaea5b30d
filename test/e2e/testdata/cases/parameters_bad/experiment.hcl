experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "logreg" "lr" {
  c = 1
}
learner "svm" "svm" {
  C = -2
}
learner "svm" "odd" {
  loss = "hing"
}
learner "logreg" "text" {
  C = "much"
}
learner "logreg" "whole" {
  max_iter = 1.5
}

validation { folds = 3 }
metric "accuracy" {}
