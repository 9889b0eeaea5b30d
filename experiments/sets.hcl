# Which reduction and decoder gives the smallest prediction sets at equal coverage? Logistic regression, whose scores
# are log-odds, in nine ways to make probabilities of classes of them; see docs/experiments/sets.md.

variable "score" {
  default     = "lac"
  description = "The nonconformity score: lac, aps, raps or top_k."
}

variable "rows" {
  default     = "train"
  description = "Which rows calibrate: train or test."
}

experiment "sets" {
  title = "Prediction sets of reductions"
  seed  = 36

  conformal {
    level = 0.05
    score = var.score
    rows  = var.rows
  }
}

dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}

dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
}

dataset "segment" { file = "data/segment-challenge.arff.gz" }
dataset "soybean" { file = "data/soybean.arff.gz" }

learner "logreg" "logreg" { C = 1 }

reduction "direct" "softmax" {}

reduction "one_vs_rest" "ova" {
  decoding = grid("max_score", "one_vs_each", "bradley_terry")
}

reduction "one_vs_one" "ovo" {
  decoding = "coupling"
  method   = grid("wu_lin_weng", "hastie_tibshirani")
}

reduction "nested_dichotomies" "nested" {
  decoding = "product"
  ensemble = 5
}

reduction "ecoc" "dense" {
  code     = "dense_random"
  decoding = "bradley_terry"
}

validation { folds = 4 }

metric "set_size" {}
metric "set_coverage" {}

metric "set_coverage" "worst_class" {
  average = "worst_class"
  over    = "pooled"
}

metric "set_coverage" "worst_slab" {
  average = "worst_slab"
  over    = "pooled"
}

metric "set_utility" {}
metric "accuracy" {}

comparison "size" { metric = metric.set_size }
