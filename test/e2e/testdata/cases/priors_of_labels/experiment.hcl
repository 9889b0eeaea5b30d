experiment "e" {}
dataset "labels" {
  generate = "multilabel"
  rows     = 60
}
learner "logreg" "lr" {}
reduction "label_tree" "tree" {
  leaf   = 2
  priors = "uniform"
}
validation {
  method = "iterative_stratification"
  folds  = 3
}
metric "hamming_loss" {}
