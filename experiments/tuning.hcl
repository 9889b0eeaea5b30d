# What choosing C on inner folds, and calibrating scores to log-odds, does to a linear
# machine. docs/experiments/tuning.md describes the results.

experiment "tuning" {
  title = "Tuned and calibrated one-vs-rest machines"
  seed  = 1
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 800
}

# The default C, C as three inner folds choose it, and a C that is far too small.
learner "svm" "default" {}
learner "svm" "tuned" {
  tune {
    C      = logspace(-3, 2, 6)
    metric = metric.accuracy
  }
}
learner "svm" "stiff" { C = 0.001 }

# The same machine with scores calibrated to log-odds on out-of-fold rows.
learner "svm" "sigmoid" { calibrate = "sigmoid" }
learner "svm" "isotonic" { calibrate = "isotonic" }
learner "logreg" "logreg" {}

reduction "one_vs_rest" "ova" {}

validation {
  folds = 5
}

metric "accuracy" {}
metric "log_loss" {}
metric "ece" {}

table "accuracy" {
  metric   = metric.accuracy
  rows     = "dataset"
  columns  = "learner"
  baseline = "default"
}
table "log_loss" {
  metric   = metric.log_loss
  rows     = "dataset"
  columns  = "learner"
  baseline = "default"
}
table "ece" {
  metric   = metric.ece
  rows     = "dataset"
  columns  = "learner"
  baseline = "default"
}
