# Allwein, Schapire & Singer (2000), Reducing multiclass to binary: the sets that
# have a test part of their own. docs/experiments/allwein.md describes the results;
# allwein.hcl has the sets that they tested by ten folds.

experiment "allwein_split" {
  title = "Allwein, Schapire & Singer 2000: five codes and two decoders, given test parts"
  seed  = 1
}

variable "size" {
  default     = "small"
  description = "small: soybean and 600 rows of satimage; full: all of satimage, and letter and the reference folder's sets"
}

variable "reference" {
  default     = ""
  description = "a folder with vowel_esl and pendigits_libsvm, for the sets vowel and pendigits; left out without it"
}

locals {
  full      = var.size == "full"
  reference = local.full && var.reference != ""
}

dataset "soybean" {
  file      = "../data/soybean.arff.gz"
  test_rows = 376
}
dataset "satimage" {
  file      = "../data/satellite.csv.gz"
  target    = "classes"
  drop      = ["split"]
  rows      = local.full ? null : 600
  test_rows = local.full ? 2000 : 200
}
dataset "letter" {
  file      = "../data/letter.csv.gz"
  target    = "lettr"
  test_rows = 4000
}
dataset "vowel" {
  file      = "${var.reference}/vowel_esl/vowel.train"
  test_file = "${var.reference}/vowel_esl/vowel.test"
  format    = "csv"
  target    = "y"
  drop      = ["row.names"]
}
dataset "pendigits" {
  file      = "${var.reference}/pendigits_libsvm/pendigits"
  test_file = "${var.reference}/pendigits_libsvm/pendigits.t"
  format    = "svmlight"
}

# The features as the files of the repository have them, in which categories are
# numbers; and for the machine scaled indicators and numbers beside them.
encoder "ordinal" "raw" { numeric = "none" }
encoder "one_hot" "scaled" {}

# Stumps with real-valued votes, as in AdaBoost.MH (Schapire & Singer 1999). The
# paper does not give the number of rounds.
learner "adaboost" "adaboost" {
  kind   = "real"
  rounds = 100
}

# Degree 4 is the paper's; it gives neither the other constants nor C. On features
# as they come training need not end, and where it stops depends on the processor:
# that is for the full size only.
learner "kernel_svm" "svm" {
  kernel   = "poly"
  degree   = 4
  gamma    = 1
  coef0    = 1
  max_iter = 200000
}
learner "kernel_svm" "svm_auto" {
  kernel = "poly"
  degree = 4
  gamma  = "auto"
  coef0  = 1
}

# Signs alone; the paper does not say which class a tie goes to.
reduction "one_vs_rest" "all_hamming" {
  decoding = "hamming"
  ties     = "first"
}
reduction "ecoc" "complete_hamming" {
  code     = "exhaustive"
  decoding = "hamming"
  ties     = "first"
}
reduction "one_vs_one" "pairs_hamming" {
  decoding = "hamming"
  ties     = "first"
}
reduction "ecoc" "dense_hamming" {
  code     = "dense_random"
  decoding = "hamming"
  ties     = "first"
}
reduction "ecoc" "sparse_hamming" {
  code     = "sparse_random"
  decoding = "hamming"
  ties     = "first"
}

# The loss that AdaBoost minimises, and the one of the support vector machine.
reduction "one_vs_rest" "all_exp" {
  decoding = "loss_based"
  loss     = "exponential"
}
reduction "ecoc" "complete_exp" {
  code     = "exhaustive"
  decoding = "loss_based"
  loss     = "exponential"
}
reduction "one_vs_one" "pairs_exp" {
  decoding = "loss_based"
  loss     = "exponential"
}
reduction "ecoc" "dense_exp" {
  code     = "dense_random"
  decoding = "loss_based"
  loss     = "exponential"
}
reduction "ecoc" "sparse_exp" {
  code     = "sparse_random"
  decoding = "loss_based"
  loss     = "exponential"
}
reduction "one_vs_rest" "all_hinge" { decoding = "loss_based" }
reduction "ecoc" "complete_hinge" {
  code     = "exhaustive"
  decoding = "loss_based"
}
reduction "one_vs_one" "pairs_hinge" { decoding = "loss_based" }
reduction "ecoc" "dense_hinge" {
  code     = "dense_random"
  decoding = "loss_based"
}
reduction "ecoc" "sparse_hinge" {
  code     = "sparse_random"
  decoding = "loss_based"
}

grid "adaboost" {
  datasets = concat(
    [dataset.soybean, dataset.satimage], local.full ? [dataset.letter] : [],
    local.reference ? [dataset.vowel, dataset.pendigits] : [],
  )
  encoders = [encoder.raw]
  learners = [learner.adaboost]
  reductions = [
    reduction.all_hamming, reduction.pairs_hamming, reduction.dense_hamming, reduction.sparse_hamming,
    reduction.all_exp, reduction.pairs_exp, reduction.dense_exp, reduction.sparse_exp,
  ]
}
grid "svm" {
  datasets = concat(
    [dataset.soybean, dataset.satimage], local.reference ? [dataset.vowel, dataset.pendigits] : [],
  )
  encoders = local.full ? [encoder.raw] : [encoder.scaled]
  learners = local.full ? [learner.svm] : [learner.svm_auto]
  reductions = [
    reduction.all_hamming, reduction.pairs_hamming, reduction.dense_hamming, reduction.sparse_hamming,
    reduction.all_hinge, reduction.pairs_hinge, reduction.dense_hinge, reduction.sparse_hinge,
  ]
}
grid "svm_scaled" {
  datasets = concat(
    [dataset.soybean, dataset.satimage], local.reference ? [dataset.vowel, dataset.pendigits] : [],
  )
  encoders = [encoder.scaled]
  learners = [learner.svm_auto]
  reductions = [
    reduction.all_hamming, reduction.pairs_hamming, reduction.dense_hamming, reduction.sparse_hamming,
    reduction.all_hinge, reduction.pairs_hinge, reduction.dense_hinge, reduction.sparse_hinge,
  ]
}

# The complete code is for few classes.
grid "adaboost_complete" {
  datasets   = concat([dataset.satimage], local.reference ? [dataset.vowel, dataset.pendigits] : [])
  encoders   = [encoder.raw]
  learners   = [learner.adaboost]
  reductions = [reduction.complete_hamming, reduction.complete_exp]
}
grid "svm_complete" {
  datasets   = concat([dataset.satimage], local.reference ? [dataset.vowel, dataset.pendigits] : [])
  encoders   = local.full ? [encoder.raw] : [encoder.scaled]
  learners   = local.full ? [learner.svm] : [learner.svm_auto]
  reductions = [reduction.complete_hamming, reduction.complete_hinge]
}
grid "svm_scaled_complete" {
  datasets   = concat([dataset.satimage], local.reference ? [dataset.vowel, dataset.pendigits] : [])
  encoders   = [encoder.scaled]
  learners   = [learner.svm_auto]
  reductions = [reduction.complete_hamming, reduction.complete_hinge]
}

validation {
  method = "predefined"
}

metric "error" {}

table "error" {
  metric  = metric.error
  rows    = ["dataset", "learner"]
  columns = "reduction"
}
