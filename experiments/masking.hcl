# Classes whose means lie on a line. Regression on the indicator matrix hardly
# ever predicts one in the middle. docs/experiments/masking.md explains why.

experiment "masking" {
  title = "Masking: the class in the middle of a line"
  seed  = 1
}

variable "data_seed" {
  default = 1
}

dataset "three" {
  generate = "collinear"
  classes  = 3
  rows     = 600
  seed     = var.data_seed
}

dataset "more_rows" {
  generate = "collinear"
  classes  = 3
  rows     = 3000
  seed     = var.data_seed
}

dataset "five" {
  generate = "collinear"
  classes  = 5
  rows     = 1000
  seed     = var.data_seed
}

learner "least_squares" "least_squares" {}
learner "lda" "lda" {}
learner "logreg" "logreg" {}
learner "svm" "svm" {}

reduction "direct" "direct" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

metric "accuracy" {}
metric "recall" {
  name    = "recall_by_class"
  average = "none"
}
metric "confusion" {}

table "accuracy" {
  metric  = metric.accuracy
  rows    = ["dataset", "reduction"]
  columns = "learner"
}
table "recall_by_class" {
  metric  = metric.recall_by_class
  rows    = ["dataset", "reduction"]
  columns = "learner"
}
