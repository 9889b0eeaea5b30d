# The errors of linear models compared with the losses that they are trained on, on the training
# rows themselves and on others. docs/experiments/surrogate.md describes the results.

experiment "surrogate" {
  title       = "Errors and the losses above them"
  seed        = 1
  keep_scores = true
}

# The first rows of one file to train on. The test rows are of another file, or the
# training rows once more.
dataset "test50" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 50
}
dataset "train50" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-challenge.arff.gz"
  rows      = 50
}
dataset "test200" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 200
}
dataset "train200" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-challenge.arff.gz"
  rows      = 200
}
dataset "test800" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 800
}
dataset "train800" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-challenge.arff.gz"
  rows      = 800
}

# With little penalty, the losses on training rows that a hyperplane separates go to 0.
learner "logreg" "logreg" {}
learner "logreg" "free" { C = 1000 }
learner "least_squares" "least_squares" {}

reduction "one_vs_rest" "ova" {}

validation {
  method = "predefined"
}

metric "accuracy" {}
