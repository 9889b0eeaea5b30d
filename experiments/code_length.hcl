# How long a code has to be: random codes of growing length, decoded in two ways, beside
# one-vs-rest and one-vs-one, which have a length of their own. It takes a few seconds.

experiment "code_length" {
  title = "Dense random codes of 5 to 80 columns"
  seed  = 3
}

dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
  rows   = 600
}

learner "logreg" "logreg" { C = 1 }

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

reduction "ecoc" "dense" {
  code     = "dense_random"
  columns  = grid(5, 10, 20, 40, 80)
  decoding = grid("hamming", "loss_based")
}

validation { folds = 5 }

metric "accuracy" {}

curve "length" {
  x      = reduction.columns
  metric = metric.accuracy
}
