# Handwritten digits with three learners and three reductions, the output code
# decoded in two ways: the same grid that a scikit-learn script of thirty lines
# computes, as one file.

experiment "digits" {
  title = "Reductions on handwritten digits"
  seed  = 1
}

dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
}

learner "logreg" "logreg" {}
learner "svm" "svm" {}
learner "lda" "lda" {}

reduction "one_vs_rest" "one_vs_rest" {}
reduction "one_vs_one" "one_vs_one" {}
reduction "ecoc" "dense" {
  code     = "dense_random"
  decoding = grid("hamming", "loss_based")
}

metric "accuracy" {}
metric "f1" { name = "f1_macro" }
