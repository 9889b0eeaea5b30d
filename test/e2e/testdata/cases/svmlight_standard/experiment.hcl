experiment "e" {}

dataset "words" { file = "words.svm" }
encoder "one_hot" "centred" { numeric = "standard" }
learner "logreg" "lr" {}
validation { folds = 2 }
metric "accuracy" {}
