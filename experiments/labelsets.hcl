# Reductions of rows with any number of labels: sets of labels, hierarchies, projections
# and thresholds. docs/experiments/labelsets.md describes the results.

experiment "labelsets" {
  title = "Sets of labels"
  seed  = 1
}

# Labels come in threes a, b and c, where c is a and not b.
dataset "threes" {
  generate = "multilabel"
  labels   = 12
  features = 3
  noise    = 20
  rows     = 400
  seed     = 1
}

learner "logreg" "logreg" { tol = 1e-9 }
learner "least_squares" "ls" {}
learner "ml_knn" "ml_knn" {}

reduction "binary_relevance" "br" {}
reduction "binary_relevance" "tuned" { threshold = "tuned" }
reduction "binary_relevance" "proportional" { threshold = "proportional" }
reduction "binary_relevance" "top" { top = 5 }
reduction "metalabeler" "metalabeler" {}
reduction "stacking" "stacking" {}
reduction "stacking" "pruned" { phi = 0.15 }
reduction "label_powerset" "powerset" {}
reduction "rakel" "disjoint" { disjoint = true }
reduction "rakel" "overlapping" {}
reduction "pruned_sets" "ps" {
  prune   = 3
  subsets = 2
}
reduction "pruned_sets" "eps" {
  prune    = 3
  subsets  = 2
  ensemble = 20
}
reduction "copy_transformation" "copies" { top = 5 }
reduction "homer" "homer" {}
reduction "homer" "random" { partition = "random" }
reduction "plst" "plst" { components = 3 }
reduction "cplst" "cplst" { components = 3 }

validation {
  method = "iterative_stratification"
  folds  = 5
}

metric "subset_accuracy" {}
metric "hamming_loss" {}
metric "f1" {
  name    = "f1_macro"
  average = "macro"
}
metric "precision_at_k" {
  name = "p_at_3"
  k    = 3
}
metric "ndcg" {}
metric "psp_at_k" {
  name = "psp_at_3"
  k    = 3
}
metric "average_precision" {
  name    = "auprc_micro"
  average = "micro"
}

grid "logistic" {
  learners = [learner.logreg]
  reductions = [
    reduction.br, reduction.tuned, reduction.proportional, reduction.top, reduction.metalabeler, reduction.stacking,
    reduction.pruned, reduction.powerset, reduction.disjoint, reduction.overlapping, reduction.ps, reduction.eps,
    reduction.copies, reduction.homer, reduction.random,
  ]
}
grid "regressions" {
  learners   = [learner.ls]
  reductions = [reduction.br, reduction.plst, reduction.cplst]
}
grid "neighbours" {
  learners   = [learner.ml_knn]
  reductions = [reduction.br]
}
