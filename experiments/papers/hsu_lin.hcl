# Hsu & Lin (2002), A comparison of methods for multiclass support vector machines:
# the small sets. Every point of a grid of C and gamma is tested by ten folds, and
# the best rate counts. docs/experiments/hsu_lin.md describes the results.

experiment "hsu_lin" {
  title = "Hsu & Lin 2002: best rates of ten folds over a grid of C and gamma"
  seed  = 1
}

variable "size" {
  default     = "small"
  description = "small: eleven points of the grid, on the three smallest sets; full: the grid and the sets of the paper"
}

variable "reference" {
  default     = ""
  description = "folder with vowel_esl/vowel.train, of the UCI repository; without it vowel is left out"
}

locals {
  full   = var.size == "full"
  C      = local.full ? [4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 0.5, 0.25] : [256, 16, 1]
  linear = local.full ? local.C : [16, 1]
  gamma = local.full ? [
    16, 8, 4, 2, 1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.001953125, 0.0009765625,
  ] : [1, 0.0625, 0.00390625]
}

dataset "iris" {
  file   = "../data/iris.csv"
  target = "Species"
}
dataset "wine" {
  file       = "../data/wine.csv"
  header     = false
  skip_lines = 1
  target     = "13"
}
dataset "glass" {
  file   = "../data/glass.csv"
  target = "Type"
}
dataset "vehicle" {
  file   = "../data/vehicle.csv"
  target = "Class"
}
dataset "segment" {
  file      = "../data/segment-challenge.arff.gz"
  test_file = "../data/segment-test.arff.gz"
}

dataset "vowel" {
  file   = "${var.reference}/vowel_esl/vowel.train"
  format = "csv"
  drop   = ["row.names"]
  target = "y"
}

encoder "one_hot" "scaled" {
  numeric = "minmax"
  range   = [-1, 1]
}

learner "kernel_svm" "rbf" {
  C     = grid(local.C...)
  gamma = grid(local.gamma...)
}
learner "kernel_svm" "linear" {
  kernel = "linear"
  C      = grid(local.linear...)
}

reduction "one_vs_one" "ovo" { decoding = grid("vote", "ddag") }
reduction "one_vs_rest" "ova" {}

# bench says of the sets that a run leaves out that no grid uses them.
grid "sets" {
  datasets = concat(
    [dataset.iris, dataset.wine, dataset.glass],
    local.full ? [dataset.vehicle, dataset.segment] : [],
    local.full && var.reference != "" ? [dataset.vowel] : [],
  )
}

validation {
  method = "stratified_kfold"
  folds  = 10
}

metric "accuracy" {}

# A row for each point of the grid.
table "accuracy" {
  metric  = metric.accuracy
  rows    = ["learner"]
  columns = ["dataset", "reduction"]
}
