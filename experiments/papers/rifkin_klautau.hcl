# Rifkin & Klautau (2004), In defense of one-vs-all classification: is any scheme
# more accurate than one-vs-rest where the binary learner is well tuned?
# docs/experiments/rifkin_klautau.md describes the results.

experiment "rifkin_klautau" {
  title = "Rifkin & Klautau 2004: four schemes with tuned and untuned kernel machines"
  seed  = 1
}

variable "size" {
  default     = "small"
  description = "small: two sets, five folds, four candidates; full: all sets, ten folds, 20 candidates"
}

variable "reference" {
  default     = ""
  description = "folder with car/car.data and yeast_uci/yeast.data, of the UCI repository; without it they are left out"
}

locals {
  full  = var.size == "full"
  C     = local.full ? [512, 64, 8, 1] : [16, 1]
  gamma = local.full ? [2, 0.5, 0.125, 0.03125, 0.0078125] : [0.25, 0.0625]
  alpha = local.full ? [0.001, 0.01, 0.1, 1] : [0.1, 1]
}

dataset "zoo" {
  file   = "../data/zoo.csv"
  target = "type"
  drop   = ["animal"]
}
dataset "glass" {
  file   = "../data/glass.csv"
  target = "Type"
}
dataset "vehicle" {
  file   = "../data/vehicle.csv"
  target = "Class"
}
dataset "soybean" {
  file = "../data/soybean.arff.gz"
}
dataset "car" {
  file   = "${var.reference}/car/car.data"
  format = "csv"
  header = false
  target = "6"
}
dataset "yeast" {
  file    = "${var.reference}/yeast_uci/yeast.data"
  format  = "space"
  columns = ["name", "mcg", "gvh", "alm", "mit", "erl", "pox", "vac", "nuc", "site"]
  drop    = ["name"]
  target  = "site"
}

encoder "one_hot" "scaled" {
  numeric = "minmax"
  range   = [-1, 1]
}

# A support vector machine and regularised least squares, both with the RBF kernel
# and parameters that three inner folds choose; and a machine as it comes.
learner "kernel_svm" "svm" {
  tune {
    C     = local.C
    gamma = local.gamma
  }
}
learner "kernel_ridge" "rlsc" {
  tune {
    alpha = local.alpha
    gamma = local.gamma
  }
}
learner "kernel_svm" "untuned" {}

# Codes are decoded by the loss that the learner minimises: the hinge, or squares.
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "dense" {
  code     = "dense_random"
  decoding = "loss_based"
}
reduction "ecoc" "sparse" {
  code     = "sparse_random"
  decoding = "loss_based"
}
reduction "ecoc" "dense_squared" {
  code     = "dense_random"
  decoding = "loss_based"
  loss     = "squared"
}
reduction "ecoc" "sparse_squared" {
  code     = "sparse_random"
  decoding = "loss_based"
  loss     = "squared"
}

# bench says of the sets that a run leaves out that no grid uses them.
grid "margins" {
  datasets = concat(
    [dataset.zoo, dataset.glass],
    local.full ? [dataset.vehicle, dataset.soybean] : [],
    local.full && var.reference != "" ? [dataset.car, dataset.yeast] : [],
  )
  learners   = [learner.svm, learner.untuned]
  reductions = [reduction.ova, reduction.ovo, reduction.dense, reduction.sparse]
}
grid "squares" {
  datasets = concat(
    [dataset.zoo, dataset.glass],
    local.full ? [dataset.vehicle, dataset.soybean] : [],
    local.full && var.reference != "" ? [dataset.car, dataset.yeast] : [],
  )
  learners   = [learner.rlsc]
  reductions = [reduction.ova, reduction.ovo, reduction.dense_squared, reduction.sparse_squared]
}

validation {
  method = "stratified_kfold"
  folds  = local.full ? 10 : 5
}

metric "accuracy" {}

table "accuracy" {
  metric   = metric.accuracy
  columns  = ["learner", "reduction"]
  baseline = "svm/ova"
}
