# Encoders of categories by contrasts, digits and statistics of the classes, and of numbers by
# bins, segments and principal components. docs/experiments/encoders.md describes the results.

experiment "encoders" {
  title = "More encoders of categories and numbers"
  seed  = 1
}

dataset "soybean" {
  file = "data/soybean.arff.gz"
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
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

encoder "one_hot" "one_hot" {}
encoder "one_hot" "drop" { drop = "first" }
encoder "helmert" "helmert" {}
encoder "sum" "sum" {}
encoder "backward_difference" "difference" {}
encoder "polynomial" "polynomial" {}
encoder "binary" "binary" {}
encoder "base_n" "base_5" { base = 5 }

encoder "target" "target" {}
encoder "woe" "woe" {}
encoder "james_stein" "stein" {}
encoder "catboost" "catboost" {}

encoder "binning" "bins" { n_bins = 8 }
encoder "binning" "numbered" {
  n_bins = 8
  encode = "ordinal"
}
encoder "piecewise_linear" "segments" { n_bins = 8 }
encoder "pca" "components" { n_components = 0.9 }
encoder "pca" "white" {
  n_components = 0.9
  whiten       = true
}

learner "logreg" "logreg" {}
learner "tree" "tree" {}

reduction "direct" "direct" {}

validation { folds = 5 }

metric "accuracy" {}

grid "linear" {
  datasets = [dataset.soybean]
  learners = [learner.logreg]
  encoders = [
    encoder.one_hot, encoder.drop, encoder.helmert, encoder.sum, encoder.difference, encoder.polynomial, encoder.binary, encoder.base_5,
  ]
}
grid "classes" {
  datasets = [dataset.levels]
  encoders = [encoder.target, encoder.woe, encoder.stein, encoder.catboost]
}
grid "numbers" {
  datasets = [dataset.glass, dataset.vehicle]
  encoders = [encoder.one_hot, encoder.bins, encoder.numbered, encoder.segments, encoder.components, encoder.white]
}

table "accuracy" {
  metric  = metric.accuracy
  rows    = ["encoder"]
  columns = ["dataset", "learner"]
}
