# The fixed point: what this release computes, in portable mode. See docs/successor.md before you change it.

experiment "fixed" {
  title           = "The fixed point of bench 0.1"
  seed            = 11
  on_incompatible = "skip"
}

dataset "iris" {
  file   = "data/iris.csv"
  target = "Species"
}

dataset "penguins" {
  file    = "data/penguins.csv"
  target  = "species"
  missing = ["NA"]
}

dataset "themes" {
  generate = "multilabel"
  rows     = 90
  seed     = 5
}

encoder "one_hot" "one_hot" {}

encoder "target" "target" {
  folds = 3
}

learner "logreg" "logreg" {}
learner "logreg" "l1" { penalty = "l1" }
learner "svm" "svm" { calibrate = "sigmoid" }
learner "svm" "hinge" { loss = "hinge" }
learner "kernel_svm" "rbf" {}
learner "kernel_ridge" "ridge" { kernel = "poly" }
learner "lda" "lda" {}
learner "qda" "qda" { shrinkage = 0.1 }
learner "least_squares" "ls" { alpha = 0.5 }
learner "naive_bayes" "bayes" {}
learner "tree" "tree" { max_depth = 4 }
learner "adaboost" "boost" { rounds = 10 }
learner "knn" "knn" {}
learner "perceptron" "perceptron" { epochs = 20 }
learner "majority" "majority" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" { decoding = "vote" }

reduction "ecoc" "dense" {
  code     = "dense_random"
  columns  = 3
  decoding = grid("hamming", "loss_based")
}

reduction "nested_dichotomies" "nested" {}
reduction "direct" "direct" {}
reduction "binary_relevance" "relevance" {}
reduction "classifier_chain" "chain" {}

validation {
  method = "holdout"
  test   = 0.2
}

metric "accuracy" {}
metric "log_loss" {}
metric "hamming_loss" {}

grid "classes" {
  datasets   = [dataset.iris, dataset.penguins]
  encoders   = [encoder.one_hot]
  reductions = [reduction.ova, reduction.ovo, reduction.dense, reduction.nested, reduction.direct]
}

grid "encoded" {
  datasets   = [dataset.penguins]
  encoders   = [encoder.target]
  learners   = [learner.logreg]
  reductions = [reduction.ova, reduction.direct]
}

grid "labels" {
  datasets   = [dataset.themes]
  encoders   = [encoder.one_hot]
  learners   = [learner.logreg, learner.tree, learner.rbf]
  reductions = [reduction.relevance, reduction.chain]
}
