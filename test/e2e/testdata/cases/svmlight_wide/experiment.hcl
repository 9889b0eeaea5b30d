experiment "e" {}

dataset "words" { file = "words.svm" }
learner "knn" "knn" {}
learner "lda" "lda" {}
validation { folds = 2 }
metric "accuracy" {}
