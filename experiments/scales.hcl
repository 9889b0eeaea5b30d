# The largest score of models that were trained apart, raw and calibrated, beside machines
# for all classes, from strong to weak penalties. docs/experiments/scales.md describes the
# results.

experiment "scales" {
  title = "Scores of one-vs-rest on different scales"
  seed  = 1
}

dataset "letter" {
  file   = "data/letter.csv.gz"
  target = "lettr"
  rows   = 1000
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 800
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

# A small C is a strong penalty: short weights, and scores near those of no weights at all.
learner "svm" "svm" { C = grid(0.001, 0.01, 0.1, 1) }
# The same with scores calibrated to log-odds on out-of-fold rows.
learner "svm" "calibrated" {
  C         = grid(0.001, 0.01, 0.1, 1)
  calibrate = "sigmoid"
}
# Log-odds from the start.
learner "logreg" "logreg" { C = grid(0.001, 0.01, 0.1, 1) }

# Under direct, svm is the machine of Crammer and Singer and logreg is softmax regression.
reduction "one_vs_rest" "ova" {}
reduction "direct" "direct" {}

grid "apart" {
  reductions = [reduction.ova]
}
grid "together" {
  learners   = [learner.svm, learner.logreg]
  reductions = [reduction.direct]
}

validation {
  folds = 3
}

metric "accuracy" {}
