experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
  rare   = { below = 3, as = "other" }
}

learner "lda" "lda" {}
reduction "one_vs_one" "ovo" {}

validation { folds = 5 }
metric "accuracy" {}
