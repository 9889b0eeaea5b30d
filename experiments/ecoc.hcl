# Error-correcting output codes: accuracy against the length of a code, the
# distance of its rows and the decoder; and one-vs-rest with scores on different
# scales. docs/experiments/ecoc.md describes the results.

experiment "ecoc" {
  title = "What output codes correct"
  seed  = 1
}

dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
}
dataset "letter" {
  file   = "data/letter.csv.gz"
  target = "lettr"
  rows   = 2000
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
}
dataset "soybean" {
  file = "data/soybean.arff.gz"
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

# A linear learner, and one that can solve any binary problem.
learner "logreg" "logreg" {}
learner "tree" "tree" {}

# Raw scores, and the same calibrated to log-odds on out-of-fold rows.
learner "svm" "svm" {}
learner "svm" "sigmoid" { calibrate = "sigmoid" }

# Every code with the signs of the scores, with the hinge loss of the scores, and
# some with a decoder of their own.
reduction "one_vs_rest" "ova" { decoding = grid("hamming", "loss_based") }
reduction "one_vs_one" "ovo" { decoding = grid("hamming", "loss_based", "vote") }
reduction "ecoc" "minimal" {
  code     = "minimal"
  decoding = grid("hamming", "loss_based")
}
reduction "ecoc" "hadamard" {
  code     = "hadamard"
  decoding = grid("hamming", "loss_based")
}
reduction "ecoc" "bch" {
  code     = "bch"
  columns  = grid(15, 31, 63)
  decoding = grid("hamming", "loss_based")
}
reduction "ecoc" "dense" {
  code     = "dense_random"
  columns  = grid(10, 20, 40, 80)
  decoding = grid("hamming", "loss_based")
}
reduction "ecoc" "sparse" {
  code     = "sparse_random"
  columns  = grid(40, 160)
  decoding = grid("hamming", "loss_based")
}
# All 511 columns of ten classes; for 26 there would be 33,554,431.
reduction "ecoc" "exhaustive" {
  code     = "exhaustive"
  decoding = grid("hamming", "loss_based")
}

# Trees of classes: a random one, the mean of ten, one that the training rows
# choose, and that one with a column for each confused pair.
reduction "nested_dichotomies" "nested" { decoding = grid("hamming", "loss_based", "product") }
reduction "nested_dichotomies" "nested10" {
  ensemble = 10
  decoding = grid("hamming", "loss_based", "product")
}
reduction "ecoc" "discriminant" {
  code     = "discriminant"
  decoding = grid("hamming", "loss_based", "attenuated_euclidean")
}
# Trees that differ from fold to fold: three that split by separability, one by the
# furthest means, ten by models of random pairs.
reduction "ecoc" "forest" {
  code     = "forest_ecoc"
  decoding = grid("hamming", "loss_based", "product")
}
reduction "nested_dichotomies" "furthest" {
  tree     = "furthest_centroid"
  decoding = grid("hamming", "loss_based", "product")
}
reduction "nested_dichotomies" "pairs10" {
  tree     = "random_pair"
  ensemble = 10
  decoding = grid("hamming", "loss_based", "product")
}
reduction "ecoc" "ecoc_one" {
  code     = "ecoc_one"
  decoding = grid("hamming", "loss_based", "attenuated_euclidean")
}

# The largest score of raw and of calibrated models; softmax and the machine of
# Crammer and Singer, which have one scale for all classes.
reduction "one_vs_rest" "one_vs_rest" {}
reduction "direct" "direct" {}

grid "codes" {
  datasets = [dataset.digits, dataset.letter]
  learners = [learner.logreg, learner.tree]
  reductions = [
    reduction.ova, reduction.ovo, reduction.minimal, reduction.hadamard, reduction.bch,
    reduction.dense, reduction.sparse, reduction.nested, reduction.nested10,
    reduction.discriminant, reduction.forest, reduction.furthest, reduction.pairs10, reduction.ecoc_one,
    reduction.direct,
  ]
}
grid "every_column" {
  datasets   = [dataset.digits]
  learners   = [learner.logreg]
  reductions = [reduction.exhaustive]
}

grid "scales" {
  learners   = [learner.svm, learner.sigmoid, learner.logreg]
  reductions = [reduction.one_vs_rest]
}
grid "one_scale" {
  learners   = [learner.svm, learner.logreg]
  reductions = [reduction.direct]
}

validation {
  folds = 3
}

metric "accuracy" {}

table "accuracy" {
  metric   = metric.accuracy
  columns  = ["learner", "reduction"]
  baseline = "svm/one_vs_rest"
}
