# The binary problems of one-vs-rest and of one-vs-one while classes become more and
# rows do not. docs/experiments/imbalance.md describes the results.

experiment "imbalance" {
  title = "Binary problems as classes become more"
  seed  = 1
}

# The same number of rows among more and more classes.
dataset "blobs3" {
  generate = "blobs"
  classes  = 3
  rows     = 2400
  features = 10
  spread   = 5
  seed     = 1
}
dataset "blobs6" {
  generate = "blobs"
  classes  = 6
  rows     = 2400
  features = 10
  spread   = 5
  seed     = 1
}
dataset "blobs12" {
  generate = "blobs"
  classes  = 12
  rows     = 2400
  features = 10
  spread   = 5
  seed     = 1
}
dataset "blobs24" {
  generate = "blobs"
  classes  = 24
  rows     = 2400
  features = 10
  spread   = 5
  seed     = 1
}
dataset "letter26" {
  file   = "data/letter.csv.gz"
  target = "lettr"
  rows   = 2400
}

# A plane as the rows are, a plane for which both sides of a problem weigh the same,
# and a tree.
learner "logreg" "logreg" {}
learner "logreg" "balanced" { class_weight = "balanced" }
learner "tree" "tree" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

validation {
  folds = 3
}

metric "accuracy" {}

table "accuracy" {
  metric  = metric.accuracy
  rows    = "dataset"
  columns = ["learner", "reduction"]
}
