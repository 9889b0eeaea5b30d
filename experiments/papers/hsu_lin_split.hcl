# Hsu & Lin (2002), A comparison of methods for multiclass support vector machines:
# the sets with a test part of their own. C and gamma are chosen on the training
# part. docs/experiments/hsu_lin.md describes the results.

experiment "hsu_lin_split" {
  title = "Hsu & Lin 2002: dna, satimage and letter, tuned on their training parts"
  seed  = 1
}

variable "size" {
  default     = "small"
  description = "small: six points of the grid, on satimage; full: the grid and the sets of the paper"
}

variable "reference" {
  default     = ""
  description = "folder with letter_libsvm/letter.scale and letter.scale.t, of LIBSVM's page of data; without it letter is left out"
}

locals {
  full = var.size == "full"
  C    = local.full ? [4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 0.5, 0.25] : [16, 1]
  gamma = local.full ? [
    16, 8, 4, 2, 1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.001953125, 0.0009765625,
  ] : [1, 0.0625, 0.015625]
}

dataset "dna" {
  file   = "../data/dna.csv.gz"
  target = "Class"
  split  = "split"
}
dataset "satimage" {
  file   = "../data/satellite.csv.gz"
  target = "classes"
  split  = "split"
}
dataset "letter" {
  file      = "${var.reference}/letter_libsvm/letter.scale"
  test_file = "${var.reference}/letter_libsvm/letter.scale.t"
  format    = "svmlight"
}

encoder "one_hot" "scaled" {
  numeric = "minmax"
  range   = [-1, 1]
}

learner "kernel_svm" "rbf" {
  tune {
    C     = local.C
    gamma = local.gamma

    holdout = 0.3
  }
}
# bench says of the sets that a run leaves out that no grid uses them.
grid "sets" {
  datasets = concat(
    [dataset.satimage],
    local.full ? [dataset.dna] : [],
    local.full && var.reference != "" ? [dataset.letter] : [],
  )
}

reduction "one_vs_one" "ovo" { decoding = grid("vote", "ddag") }
reduction "one_vs_rest" "ova" {}

validation {
  method = "predefined"
}

metric "accuracy" {}
