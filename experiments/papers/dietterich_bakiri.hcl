# Dietterich & Bakiri (1995), Solving multiclass learning problems via
# error-correcting output codes: trees with codes of growing length against one
# tree for all classes and against one tree a class.
# docs/experiments/dietterich_bakiri.md describes the results.

experiment "dietterich_bakiri" {
  title = "Dietterich & Bakiri 1995: trees with output codes of growing length"
  seed  = 1
}

variable "size" {
  default     = "small"
  description = "small: three folds, three sets, 600 rows of letter; full: ten folds, all sets and rows"
}

variable "reference" {
  default     = ""
  description = "a folder with vowel_esl and audiology/audiology.arff of the UCI repository; left out without it"
}

locals {
  full      = var.size == "full"
  reference = local.full && var.reference != ""
}

dataset "glass" {
  file   = "../data/glass.csv"
  target = "Type"
}
dataset "segment" {
  file      = "../data/segment-challenge.arff.gz"
  test_file = "../data/segment-test.arff.gz"
}
dataset "digits" {
  file   = "../data/digits.csv.gz"
  header = false
  target = "64"
}
dataset "vowel" {
  file      = "${var.reference}/vowel_esl/vowel.train"
  test_file = "${var.reference}/vowel_esl/vowel.test"
  format    = "csv"
  target    = "y"
  drop      = ["row.names"]
}
dataset "soybean" {
  file = "../data/soybean.arff.gz"
}
dataset "audiology" {
  file = "${var.reference}/audiology/audiology.arff"
}
dataset "letter" {
  file   = "../data/letter.csv.gz"
  target = "lettr"
  rows   = local.full ? null : 600
}

encoder "one_hot" "raw" { numeric = "none" }

# Trees that grow by the entropy until their leaves are pure, and the same cut back.
learner "tree" "tree" { criterion = "entropy" }
learner "tree" "pruned" {
  criterion = "entropy"
  ccp_alpha = 0.02
}

# One tree for all classes, and one a class.
reduction "direct" "multiclass" {}
reduction "one_vs_rest" "one_per_class" {}

# All columns there are, as in the paper for up to seven classes.
reduction "ecoc" "exhaustive" { code = "exhaustive" }

# In place of the columns that the paper selects from these and of its hill
# climbing: the best of 10,000 random codes. BCH codes it has, too.
reduction "ecoc" "random" {
  code    = "dense_random"
  columns = local.full ? grid(7, 15, 31, 63, 127) : grid(7, 15, 31, 63)
}
reduction "ecoc" "bch" {
  code    = "bch"
  columns = local.full ? grid(15, 31, 63, 127) : grid(15, 31, 63)
}

grid "few" {
  datasets   = concat([dataset.glass], local.full ? [dataset.segment] : [])
  learners   = local.full ? [learner.tree, learner.pruned] : [learner.tree]
  reductions = [reduction.multiclass, reduction.one_per_class, reduction.exhaustive]
}
grid "many" {
  datasets = concat(
    [dataset.soybean], local.full ? [dataset.digits] : [], local.reference ? [dataset.vowel, dataset.audiology] : [],
  )
  learners   = local.full ? [learner.tree, learner.pruned] : [learner.tree]
  reductions = [reduction.multiclass, reduction.one_per_class, reduction.random, reduction.bch]
}
grid "letter" {
  datasets   = [dataset.letter]
  learners   = [learner.tree]
  reductions = [reduction.multiclass, reduction.one_per_class, reduction.random, reduction.bch]
}

validation {
  folds = local.full ? 10 : 3
}

metric "error" {}

table "error" {
  metric   = metric.error
  rows     = ["dataset", "learner"]
  columns  = "reduction"
  baseline = "multiclass"
}
