# Rows with any number of labels: what stacking, chains and principal label spaces
# gain over one model a label, and what stacking loses if its second stage is trained
# on outputs for rows that the first has seen. docs/experiments/multilabel.md describes
# the results.

experiment "multilabel" {
  title = "Label correlation"
  seed  = 1
}

# Labels come in threes a, b and c, where c is a and not b: c is not linear.
dataset "threes" {
  generate = "multilabel"
  rows     = 600
  seed     = 1
}
# Twelve labels of three features that matter among sixty that do not.
dataset "noisy" {
  generate = "multilabel"
  labels   = 12
  features = 3
  noise    = 60
  rows     = 400
  seed     = 1
}

learner "logreg" "logreg" { tol = 1e-9 }
learner "least_squares" "ls" {}
learner "tree" "tree" {}

reduction "binary_relevance" "br" {}
reduction "stacking" "stacking" {}
reduction "stacking" "leaky" { in_sample = true }
reduction "classifier_chain" "chain" {}
reduction "classifier_chain" "chains" { ensemble = 10 }
reduction "label_powerset" "powerset" {}
reduction "calibrated_label_ranking" "ranking" {}
reduction "plst" "plst" { components = grid(2, 3, 6) }

validation {
  method = "iterative_stratification"
  folds  = 5
}

metric "hamming_loss" {}
metric "subset_accuracy" {}
metric "f1" {
  name    = "f1_micro"
  average = "micro"
}

grid "logistic" {
  learners   = [learner.logreg]
  reductions = [reduction.br, reduction.stacking, reduction.leaky, reduction.chain, reduction.chains, reduction.powerset, reduction.ranking]
}
grid "trees" {
  learners   = [learner.tree]
  reductions = [reduction.br, reduction.stacking, reduction.leaky, reduction.chain]
}
grid "regressions" {
  learners   = [learner.ls]
  reductions = [reduction.br, reduction.plst]
}

table "subset_accuracy" {
  metric   = metric.subset_accuracy
  rows     = "dataset"
  columns  = ["learner", "reduction"]
  baseline = "logreg/br"
}
