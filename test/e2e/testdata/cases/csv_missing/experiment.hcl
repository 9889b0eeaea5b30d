experiment "e" {}

dataset "rows" {
  file   = "row.csv"
  target = "kind"
}

learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}

validation { folds = 3 }
metric "accuracy" {}
