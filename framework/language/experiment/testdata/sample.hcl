experiment "uci" {
  title = "OvA, OvO and ECOC on UCI sets"
  seed  = 7                      # everything random is derived from it
  on_incompatible = "skip"
}

bench {
  required_version = ">= 0.1"
  required_plugins {
    sklearn = { source = "./plugins/sklearn" }
  }
}

variable "folds" {
  default = 10
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "vowel" {
  file   = "data/vowel.arff"
  target = "Class"
  split  = "split"
}
dataset "moons" {
  generate = "blobs"
  classes  = 3
  rows     = 600
  seed     = 1
}

encoder "one_hot" "plain" { numeric = "standard" }
encoder "target" "counts" {
  numeric = "standard"
  folds   = 5
}

learner "logreg" "lr" { C = 1 }
learner "lda" "lda" {}
learner "svm" "svm" {
  loss = "squared_hinge"
}
learner "logreg" "path" {
  C = grid(0.1, 1, 10)
}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" { decoding = "vote" }
reduction "ecoc" "dense" {
  code     = "dense_random"
  decoding = "loss_based"
  loss     = "exponential"
}
reduction "ecoc" "mine" {
  matrix = [
    [ 1, -1, -1,  1],
    [-1,  1, -1, -1],
    [-1, -1,  1,  0],
  ]
  decoding = grid("hamming", "loss_based")
}
reduction "direct" "native" {}

validation {
  method  = "stratified_kfold"
  folds   = var.folds
  repeats = 1
}

metric "accuracy" {}
metric "log_loss" {}
metric "f1" {
  name    = "f1_macro"
  average = "macro"
}

grid "main" {
  datasets   = [dataset.glass]
  encoders   = [encoder.plain]
  learners   = [learner.lr, learner.lda]
  reductions = [reduction.ova, reduction.ovo]
}

table "accuracy" {
  metric   = metric.accuracy
  rows     = "dataset"
  columns  = ["learner", "reduction"]
  baseline = "lr/ova"
}
