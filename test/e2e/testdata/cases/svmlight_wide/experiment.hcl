experiment "e" {}

dataset "words" { file = "words.svm" }
learner "lda" "lda" {}
validation { folds = 2 }
metric "accuracy" {}
