experiment "e" {}
dataset "labels" {
  generate = "multilabel"
  labels   = 4
  rows     = 60
  seed     = 1
}
learner "logreg" "lr" {}
reduction "binary_relevance" "br" { calibrate = "temperature" }
validation {
  method = "iterative_stratification"
  folds  = 3
}
metric "hamming_loss" {}
