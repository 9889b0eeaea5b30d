experiment "e" {}

dataset "labels" {
  generate = "multilabel"
  rows     = 120
  labels   = 3
}

learner "svm" "svm" {}
reduction "label_powerset" "powerset" {
  base = grid("one_vs_rest", "one_vs_one")
}

validation {
  method = "iterative_stratification"
  folds  = 2
}
metric "subset_accuracy" {}
