experiment "e" {}

dataset "words" { file = "words.svm" }
learner "naive_bayes" "mixed" { kind = "mixed" }
learner "lda" "lda" {}
learner "qda" "qda" {}
validation { folds = 2 }
metric "accuracy" {}
