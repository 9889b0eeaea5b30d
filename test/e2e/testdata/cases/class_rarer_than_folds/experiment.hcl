experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
}

learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}

validation { folds = 5 }
metric "accuracy" {}
