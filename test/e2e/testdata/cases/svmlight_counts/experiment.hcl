experiment "e" {}

dataset "words" { file = "words.svm" }
learner "naive_bayes" "counts" { kind = "counts" }
reduction "one_vs_rest" "ova" {}
reduction "direct" "direct" {}
validation { folds = 2 }
metric "accuracy" {}
