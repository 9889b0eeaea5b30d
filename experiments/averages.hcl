# Classes of very different size: micro-averages look at rows, macro-averages at
# classes. docs/experiments/averages.md

experiment "averages" {
  title = "Micro- and macro-averages under imbalance"
  seed  = 1
}

dataset "uneven" {
  generate = "blobs"
  centers  = [[0, 0], [2, 0], [0, 2]]
  counts   = [900, 80, 20]
  seed     = 1
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}

dataset "soybean" {
  file = "data/soybean.arff.gz"
}

learner "majority" "majority" {}
learner "lda" "lda" {}
learner "lda" "lda_uniform" { priors = "uniform" }
learner "logreg" "logreg" {}

reduction "one_vs_rest" "ova" {}

metric "accuracy" {}
metric "f1" {
  name    = "f1_micro"
  average = "micro"
}
metric "f1" {
  name    = "f1_macro"
  average = "macro"
}
metric "recall" {
  name    = "recall_macro"
  average = "macro"
}
metric "recall" {
  name    = "recall_by_class"
  average = "none"
}
metric "confusion" {}

validation {
  folds = 5
}

table "accuracy" {
  metric   = metric.accuracy
  rows     = ["dataset", "reduction"]
  columns  = "learner"
  baseline = "lda"
}
table "f1_micro" {
  metric  = metric.f1_micro
  rows    = ["dataset", "reduction"]
  columns = "learner"
}
table "f1_macro" {
  metric   = metric.f1_macro
  rows     = ["dataset", "reduction"]
  columns  = "learner"
  baseline = "lda"
}
table "recall_macro" {
  metric   = metric.recall_macro
  rows     = ["dataset", "reduction"]
  columns  = "learner"
  baseline = "lda"
}
table "recall_by_class" {
  metric  = metric.recall_by_class
  rows    = ["dataset", "reduction"]
  columns = "learner"
}
