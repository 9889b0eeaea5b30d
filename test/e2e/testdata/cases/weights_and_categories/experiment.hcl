experiment "e" {}

dataset "rows" { file = "rows.arff" }

encoder "ordinal" "ordinal" {}
encoder "one_hot" "one_hot" {}

learner "naive_bayes" "mixed" { kind = "mixed" }
learner "lda" "lda" {}
learner "knn" "knn" {}
learner "majority" "majority" {}

reduction "one_vs_rest" "ova" {}
reduction "direct" "native" {}

validation { folds = 3 }
metric "accuracy" {}
