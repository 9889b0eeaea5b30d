experiment "e" {}

dataset "words" { file = "words.svm" }

encoder "one_hot" "scaled" {}
encoder "none" "raw" {}

learner "logreg" "lr" {}
learner "svm" "svm" {}
learner "lda" "lda" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

validation { folds = 3 }
metric "accuracy" {}
