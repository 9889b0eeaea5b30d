experiment "e" { on_incompatible = "skip" }

dataset "words" { file = "words.svm" }
learner "naive_bayes" "counts" { kind = "counts" }
learner "naive_bayes" "normal" {}
learner "tree" "tree" {}
learner "least_squares" "ridge" { alpha = 1 }
learner "knn" "knn" {}
learner "adaboost" "boost" { rounds = 5 }
learner "perceptron" "perceptron" {}
learner "pocket" "pocket" { epochs = 2 }
reduction "one_vs_rest" "ova" {}
reduction "direct" "direct" {}
validation { folds = 2 }
metric "accuracy" {}
