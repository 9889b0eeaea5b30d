experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
}

learner "lda" "lr" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "direct" "native" {}
reduction "ecoc" "pairs" {
  matrix = [
    [ 1,  1,  1],
    [ 1, -1, -1],
    [-1,  1, -1],
    [-1, -1,  1],
  ]
}

validation { folds = 3 }
metric "accuracy" {}
