# Allwein, Schapire & Singer (2000), Reducing multiclass to binary, asked further: the
# same codes and decoders, the random codes at several lengths and drawn several times.
# One table block makes the table: docs/experiments/allwein.md describes the results.

experiment "allwein_length" {
  title       = "Allwein, Schapire & Singer 2000: code, decoder and length, over draws"
  seed        = 1
  keep_scores = true
}

variable "size" {
  default     = "small"
  description = "small: three folds and draws, two lengths, 400 rows of segment, 200 of digits; full: ten folds and draws, all rows"
}

locals {
  full    = var.size == "full"
  draws   = local.full ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : [0, 1, 2]
  lengths = local.full ? [10, 15, 20, 30] : [10, 20]
}

dataset "glass" {
  file   = "../data/glass.csv"
  target = "Type"
}
dataset "segment" {
  file      = "../data/segment-challenge.arff.gz"
  test_file = "../data/segment-test.arff.gz"
  drop      = ["region-pixel-count"]
  rows      = local.full ? null : 200
}
dataset "digits" {
  file   = "../data/digits.csv.gz"
  header = false
  target = "64"
  rows   = local.full ? null : 200
}

learner "svm" "svm" { loss = "hinge" }

reduction "one_vs_rest" "all" {
  decoding = grid("hamming", "loss_based")
}
reduction "one_vs_one" "pairs" {
  decoding = grid("hamming", "loss_based")
}
reduction "ecoc" "dense" {
  code     = "dense_random"
  columns  = grid(local.lengths...)
  draw     = grid(local.draws...)
  decoding = grid("hamming", "loss_based")
}
reduction "ecoc" "sparse" {
  code     = "sparse_random"
  columns  = grid(local.lengths...)
  draw     = grid(local.draws...)
  decoding = grid("hamming", "loss_based")
}

validation {
  folds = local.full ? 10 : 3
}

metric "error" {}

# Columns of three levels; codes without a length of their own have none.
table "error" {
  metric  = metric.error
  rows    = "dataset"
  columns = ["reduction.block", "reduction.columns", "reduction.decoding"]
  average = "reduction.draw"
}

# The same with the lengths as rows: no code has them all.
table "length" {
  metric  = metric.error
  rows    = ["dataset", "reduction.columns"]
  columns = ["reduction.block", "reduction.decoding"]
  average = "reduction.draw"
}

curve "length" {
  x       = reduction.columns
  metric  = metric.error
  average = "reduction.draw"
}
