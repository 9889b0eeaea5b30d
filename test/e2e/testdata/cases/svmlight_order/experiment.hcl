experiment "e" {}

dataset "words" { file = "words.libsvm" }
learner "logreg" "lr" {}
metric "accuracy" {}
