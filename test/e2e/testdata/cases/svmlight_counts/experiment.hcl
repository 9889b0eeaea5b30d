experiment "e" {}

dataset "words" { file = "words.svm" }
learner "naive_bayes" "counts" { kind = "counts" }
learner "naive_bayes" "normal" {}
learner "tree" "tree" {}
learner "least_squares" "ridge" { alpha = 1 }
reduction "one_vs_rest" "ova" {}
reduction "direct" "direct" {}
validation { folds = 2 }
metric "accuracy" {}
