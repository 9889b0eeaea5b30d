# The same codes and the same models, decoded in several ways, on seven datasets.
# docs/experiments/decoding.md describes the results.

experiment "decoding" {
  title = "Hamming against loss-based decoding"
  seed  = 1

  # Another decoding can be added later without training anything.
  keep_scores = true
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
}
dataset "zoo" {
  file   = "data/zoo.csv"
  target = "type"
  drop   = ["animal"]
}
dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
}
dataset "soybean" {
  file = "data/soybean.arff.gz"
}
dataset "letter" {
  file   = "data/letter.csv.gz"
  target = "lettr"
  rows   = 2000
}

learner "logreg" "logreg" {}
learner "svm" "svm" {}

# signs   Hamming distance, the first of the nearest classes
# hamming Hamming distance, the summed scores choosing among the nearest classes
# hinge   loss-based, max(0, 1 − z)
# exp     loss-based, exp(−z)
#
# For one-vs-rest the last three are one decoder: see the page.
reduction "one_vs_rest" "ova_signs" {
  decoding = "hamming"
  ties     = "first"
}
reduction "one_vs_rest" "ova_hinge" { decoding = "loss_based" }

reduction "one_vs_one" "ovo_signs" {
  decoding = "hamming"
  ties     = "first"
}
reduction "one_vs_one" "ovo_hamming" { decoding = "hamming" }
reduction "one_vs_one" "ovo_hinge" { decoding = "loss_based" }
reduction "one_vs_one" "ovo_exp" {
  decoding = "loss_based"
  loss     = "exponential"
}

reduction "ecoc" "dense_signs" {
  code     = "dense_random"
  decoding = "hamming"
  ties     = "first"
}
reduction "ecoc" "dense_hamming" {
  code     = "dense_random"
  decoding = "hamming"
}
reduction "ecoc" "dense_hinge" {
  code     = "dense_random"
  decoding = "loss_based"
}
reduction "ecoc" "dense_exp" {
  code     = "dense_random"
  decoding = "loss_based"
  loss     = "exponential"
}

metric "accuracy" {}

# Three times the same numbers: the marks compare with Hamming decoding of
# another code.
table "dense" {
  metric   = metric.accuracy
  rows     = ["dataset", "learner"]
  columns  = "reduction"
  baseline = "dense_hamming"
}
table "ovo" {
  metric   = metric.accuracy
  rows     = ["dataset", "learner"]
  columns  = "reduction"
  baseline = "ovo_hamming"
}
table "ova" {
  metric   = metric.accuracy
  rows     = ["dataset", "learner"]
  columns  = "reduction"
  baseline = "ova_signs"
}

# With datasets as its rows, this one has the statistics over datasets.
table "datasets" {
  metric  = metric.accuracy
  rows    = "dataset"
  columns = ["learner", "reduction"]
}
