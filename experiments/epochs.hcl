# Linear models after few and after many passes over the training rows, from zero and from
# least squares. docs/experiments/epochs.md describes the results.

experiment "epochs" {
  title = "Passes over the rows, one row or all rows a step"
  seed  = 1
}

dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
  rows   = 600
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

# All rows a step, and one row a step, of logistic regression.
learner "logreg" "gd" {
  solver   = "gd"
  start    = grid("zeros", "least_squares")
  max_iter = grid(1, 3, 10, 30, 100)
}
learner "logreg" "sgd" {
  solver   = "sgd"
  start    = grid("zeros", "least_squares")
  max_iter = grid(1, 3, 10, 30, 100)
}
# The minimum that both go to.
learner "logreg" "minimum" {}

# A step for each mistake; the pocket keeps the best weights seen.
learner "perceptron" "perceptron" {
  start  = grid("zeros", "least_squares")
  epochs = grid(1, 3, 10, 30, 100)
}
learner "pocket" "pocket" {
  start  = grid("zeros", "least_squares")
  epochs = grid(1, 3, 10, 30, 100)
}
learner "least_squares" "least_squares" {}

reduction "one_vs_rest" "ova" {}

validation {
  folds = 3
}

metric "error" {}
metric "error" {
  name = "train_error"
  on   = "train"
}
