# Which reduction gives the best probabilities, before and after calibration?
# Logistic regression, whose scores are log-odds, in eight ways to make
# probabilities of classes of them, each with maps that are fitted to training rows
# out of fold; see docs/experiments/probabilities.md.

experiment "probabilities" {
  title = "Probabilities of reductions"
  seed  = 36
}

locals {
  maps = grid("none", "temperature")
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

dataset "penguins" {
  file    = "data/penguins.csv"
  target  = "species"
  missing = ["NA"]
}

dataset "segment" { file = "data/segment-challenge.arff.gz" }
dataset "soybean" { file = "data/soybean.arff.gz" }

dataset "zoo" {
  file   = "data/zoo.csv"
  target = "type"
  drop   = ["animal"]
}

learner "logreg" "logreg" { C = 1 }

reduction "direct" "softmax" { calibrate = local.maps }

reduction "one_vs_rest" "ova" {
  decoding  = grid("max_score", "one_vs_each", "bradley_terry")
  calibrate = local.maps
}

reduction "one_vs_one" "ovo" {
  decoding  = "coupling"
  method    = grid("wu_lin_weng", "hastie_tibshirani")
  calibrate = local.maps
}

reduction "nested_dichotomies" "nested" {
  decoding  = "product"
  ensemble  = 10
  calibrate = local.maps
}

reduction "ecoc" "dense" {
  code      = "dense_random"
  decoding  = "bradley_terry"
  calibrate = local.maps
}

# The other maps, for one of them.
reduction "one_vs_one" "more" {
  decoding  = "coupling"
  calibrate = grid("vector", "dirichlet", "top_label", "class_wise")
}

validation { folds = 5 }

metric "log_loss" {}
metric "brier" {}
metric "brier_miscalibration" {}
metric "brier_discrimination" {}
metric "ece" { kind = "class_wise" }
metric "aurc" {}
metric "accuracy" {}

comparison "log_loss" { metric = metric.log_loss }
comparison "brier" { metric = metric.brier }
