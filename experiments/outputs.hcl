# Classes predicted by regression: on the number of the class, and on an indicator of each
# class. docs/experiments/outputs.md describes the results.

experiment "outputs" {
  title = "Regression on class numbers and on indicators"
  seed  = 1
}

# Three classes on a line, numbered from left to right.
dataset "ordered" {
  generate = "blobs"
  centers  = [[0], [4], [8]]
  counts   = [300, 300, 300]
  seed     = 1
}
# The same with the second and the third class called by each other's number.
dataset "swapped" {
  generate = "blobs"
  centers  = [[0], [8], [4]]
  counts   = [300, 300, 300]
  seed     = 1
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
}
dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
}
dataset "letter" {
  file   = "data/letter.csv.gz"
  target = "lettr"
  rows   = 4000
}

learner "least_squares" "least_squares" {}
learner "lda" "lda" {}
learner "logreg" "logreg" {}

# One regression on the number of the class; all classes at once, which is the indicator
# matrix for least squares.
reduction "class_number" "number" {}
reduction "direct" "direct" {}

grid "number" {
  learners   = [learner.least_squares]
  reductions = [reduction.number]
}
grid "direct" {
  reductions = [reduction.direct]
}

validation {
  folds = 5
}

metric "accuracy" {}
metric "recall" {
  name    = "recall_by_class"
  average = "none"
}

table "accuracy" {
  metric  = metric.accuracy
  columns = ["learner", "reduction"]
}
