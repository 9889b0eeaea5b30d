# Categorical features as indicators, as hashed indicators and as target counters, the
# counters with and without leaks. docs/experiments/categorical.md describes the results.

experiment "categorical" {
  title = "Encoders of categorical features"
  seed  = 1
}

dataset "soybean" {
  file = "data/soybean.arff.gz"
}
dataset "hpc" {
  file   = "data/hpc_data.csv"
  target = "class"
}
# Two columns of 200 values that tell the class sometimes, two that tell it only
# together, and two of noise.
dataset "levels" {
  generate = "categorical"
  classes  = 3
  rows     = 1000
  levels   = 200
  features = 2
  pairs    = 1
  noise    = 2
  seed     = 1
}

encoder "one_hot" "one_hot" {}
encoder "hashing" "hash" { buckets = grid(16, 64, 512) }

# in_sample  counts over all training rows, the row itself included
# one_out    counts over all others
# folds      counts over the other four of five folds
encoder "target" "in_sample" { in_sample = true }
encoder "target" "one_out" { leave_one_out = true }
encoder "target" "folds" { folds = 5 }
encoder "target" "pairs" {
  folds = 5
  pairs = true
}

learner "logreg" "logreg" {}
learner "tree" "tree" {}

reduction "direct" "direct" {}

validation { folds = 5 }

metric "accuracy" {}
metric "log_loss" {}
metric "log_loss" {
  name = "train_log_loss"
  on   = "train"
}

grid "features" {
  encoders = [encoder.one_hot, encoder.hash, encoder.in_sample, encoder.one_out, encoder.folds]
}
# soybean has 595 pairs of columns: too many for a page that runs in seconds.
grid "pairs" {
  datasets = [dataset.hpc, dataset.levels]
  encoders = [encoder.pairs]
}

table "accuracy" {
  metric  = metric.accuracy
  rows    = ["dataset", "learner"]
  columns = "encoder"
}
table "log_loss" {
  metric  = metric.log_loss
  rows    = ["dataset", "learner"]
  columns = "encoder"
}
table "train_log_loss" {
  metric  = metric.train_log_loss
  rows    = ["dataset", "learner"]
  columns = "encoder"
}
