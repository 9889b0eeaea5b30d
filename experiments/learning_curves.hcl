# How much more data would help: nested parts of the training rows of every fold. It
# takes a few seconds.

experiment "learning_curves" {
  title = "One-vs-rest and one-vs-one on growing training sets"
  seed  = 3
}

dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}

learner "logreg" "logreg" { C = 1 }
learner "lda" "lda" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

validation {
  folds       = 5
  train_sizes = [0.1, 0.25, 0.5, 1]
}

metric "accuracy" {}
