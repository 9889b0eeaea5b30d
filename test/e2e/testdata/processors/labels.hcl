experiment "labels" {
  seed            = 2
  on_incompatible = "skip"
}

dataset "labels" {
  generate    = "multilabel"
  rows        = 120
  features    = 5
  noise       = 2
  labels      = 6
  cardinality = 2
  seed        = 4
}

learner "logreg" "logreg" {}
learner "least_squares" "least_squares" {}
learner "ml_knn" "ml_knn" {}

reduction "binary_relevance" "relevance" { threshold = "tuned" }
reduction "classifier_chain" "chain" {}
reduction "plst" "plst" { components = 3 }
reduction "cplst" "cplst" { components = 3 }
reduction "calibrated_label_ranking" "ranking" {}
reduction "label_powerset" "sets" {}
reduction "stacking" "stacking" {}

validation {
  method = "iterative_stratification"
  folds  = 2
}

metric "hamming_loss" {}
metric "f1" { average = "macro" }
metric "ranking_loss" {}
