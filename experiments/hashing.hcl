# Indicators hashed into fewer and fewer buckets, where few values are frequent and where
# all are alike. docs/experiments/hashing.md describes the results.

experiment "hashing" {
  title = "Fewer buckets than values"
  seed  = 1
}

# Two columns that each tell the class by themselves. In tail the j-th value is drawn in
# proportion to 1/j^1.5; about as many values occur as in even, where all are as frequent.
dataset "tail" {
  generate = "categorical"
  rows     = 2000
  levels   = 3000
  features = 2
  skew     = 1.5
  purity   = 0.8
  seed     = 1
}
dataset "even" {
  generate = "categorical"
  rows     = 2000
  levels   = 240
  features = 2
  purity   = 0.8
  seed     = 1
}
# Most values occur once.
dataset "rare" {
  generate = "categorical"
  rows     = 2000
  levels   = 3000
  features = 2
  purity   = 0.8
  seed     = 1
}

encoder "one_hot" "one_hot" {}
encoder "hashing" "hash" { buckets = grid(32, 64, 128, 256, 512, 2048) }

learner "logreg" "logreg" {}

reduction "direct" "direct" {}

validation {
  folds = 3
}

metric "accuracy" {}

table "accuracy" {
  metric   = metric.accuracy
  columns  = "encoder"
  baseline = "one_hot"
}
