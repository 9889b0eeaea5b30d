# How a classifier chain is decided: one label after the other by the signs of scores, or
# by several sets of labels with their joint probabilities, for the share of rows that are
# wholly right or for the share of labels. docs/experiments/chains.md describes the results.

experiment "chains" {
  title = "Inference in classifier chains"
  seed  = 1
}

# Labels come in threes a, b and c, where c is a and not b: c is not linear.
dataset "threes" {
  generate = "multilabel"
  rows     = 600
  seed     = 1
}
# Nine labels of three features that matter among sixty that do not.
dataset "noisy" {
  generate = "multilabel"
  labels   = 9
  features = 3
  noise    = 60
  rows     = 400
  seed     = 1
}

learner "logreg" "logreg" { C = 0.1 }

reduction "binary_relevance" "br" {}
reduction "classifier_chain" "greedy" {}
reduction "classifier_chain" "beam" {
  inference = "beam"
  width     = grid(1, 2, 5)
}
reduction "classifier_chain" "epsilon" { inference = "epsilon" }
reduction "classifier_chain" "exhaustive" {
  inference = "exhaustive"
  loss      = grid("subset_zero_one", "hamming")
}
reduction "classifier_chain" "drawn" {
  inference = "monte_carlo"
  loss      = grid("subset_zero_one", "hamming")
}
reduction "classifier_chain" "ensemble" {
  inference = "beam"
  width     = 5
  ensemble  = 5
}

validation {
  method = "iterative_stratification"
  folds  = 5
}

metric "subset_accuracy" {}
metric "hamming_loss" {}

table "subset_accuracy" {
  metric   = metric.subset_accuracy
  rows     = "dataset"
  columns  = ["reduction"]
  baseline = "greedy"
}
