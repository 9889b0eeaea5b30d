# Everything that computes: learners, encoders, decoders and probabilities, on little data.

experiment "processors" {
  seed            = 3
  keep_scores     = true
  on_incompatible = "skip"
}

dataset "blobs" {
  generate = "blobs"
  classes  = 5
  rows     = 150
  features = 6
  spread   = 3
  seed     = 1
}
dataset "levels" {
  generate = "categorical"
  classes  = 3
  rows     = 150
  levels   = 30
  features = 2
  pairs    = 1
  noise    = 2
  seed     = 1
}
dataset "glass" {
  file   = "glass.csv"
  target = "Type"
}

encoder "one_hot" "one_hot" {}
encoder "pca" "white" {
  n_components = 0.9
  whiten       = true
}
encoder "target" "target" {}
encoder "woe" "woe" {}
encoder "james_stein" "stein" {}
encoder "catboost" "catboost" { sigma = 0.1 }

learner "logreg" "logreg" {}
learner "logreg" "newton" { solver = "newton" }
learner "logreg" "sgd" {
  solver   = "sgd"
  max_iter = 20
}
learner "lda" "lda" {}
learner "qda" "qda" { shrinkage = 0.1 }
learner "least_squares" "least_squares" {}
learner "svm" "svm" {}
learner "kernel_svm" "rbf" {}
learner "kernel_svm" "sigmoid" { kernel = "sigmoid" }
learner "kernel_ridge" "ridge" {}
learner "naive_bayes" "bayes" {}
learner "knn" "knn" { weights = "distance" }
learner "tree" "tree" { criterion = "entropy" }
learner "adaboost" "boosted" {
  kind   = "real"
  rounds = 10
}
learner "perceptron" "perceptron" {}
learner "majority" "majority" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "direct" "direct" {}
reduction "one_vs_one" "coupled" {
  decoding = "coupling"
}
reduction "ecoc" "codes" {
  code     = "exhaustive"
  decoding = grid("loss_based", "beta_density", "laplacian")
}
reduction "nested_dichotomies" "trees" { ensemble = 2 }

grid "binary" {
  datasets   = [dataset.blobs, dataset.glass]
  encoders   = [encoder.one_hot]
  reductions = [reduction.ova, reduction.ovo, reduction.codes]
}
grid "probabilities" {
  datasets   = [dataset.blobs, dataset.glass]
  encoders   = [encoder.one_hot]
  learners   = [learner.logreg, learner.lda, learner.qda, learner.bayes]
  reductions = [reduction.coupled, reduction.trees]
}
grid "direct" {
  datasets   = [dataset.blobs, dataset.glass]
  encoders   = [encoder.one_hot, encoder.white]
  learners   = [learner.logreg, learner.lda, learner.qda, learner.bayes, learner.tree]
  reductions = [reduction.direct]
}
grid "encoders" {
  datasets   = [dataset.levels]
  encoders   = [encoder.target, encoder.woe, encoder.stein, encoder.catboost]
  learners   = [learner.logreg]
  reductions = [reduction.direct]
}

validation {
  folds = 2
}

metric "accuracy" {}
metric "log_loss" {}
metric "auc" {}
metric "f1" {}
