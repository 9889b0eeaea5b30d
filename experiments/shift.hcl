# Test rows whose classes are as frequent as no training row tells: what can be done without
# training. docs/experiments/shift.md describes the results.

experiment "shift" {
  title       = "Test rows with other shares of the classes"
  seed        = 1
  keep_scores = true
}

# Ten digits, of which the training rows have fewer and fewer, and the test rows the same number.
dataset "digits" {
  file       = "data/digits.csv.gz"
  header     = false
  target     = "64"
  split_file = "data/digits-shift.csv.gz"
  validation { method = "predefined" }
}

# Soils that are frequent among the training rows and rare among the test rows, and the other way round.
dataset "satellite" {
  file       = "data/satellite.csv.gz"
  target     = "classes"
  drop       = ["split"]
  split_file = "data/satellite-shift.csv.gz"
  validation { method = "predefined" }
}

learner "logreg" "logreg" { C = 0.1 }
learner "lda" "lda" {}

reduction "one_vs_rest" "ova" {
  priors = grid("training", "uniform", "estimated")
}
reduction "one_vs_one" "ovo" {
  decoding = "coupling"
  priors   = grid("training", "uniform", "estimated")
}
# Estimates from probabilities that are calibrated first.
reduction "one_vs_rest" "ova_cal" {
  calibrate = grid("temperature", "vector")
  priors    = "estimated"
}
reduction "one_vs_one" "ovo_cal" {
  decoding  = "coupling"
  calibrate = grid("temperature", "vector")
  priors    = "estimated"
}
# The same probabilities, and predictions for the largest expected macro F1.
reduction "one_vs_rest" "ova_f1" { predict = "macro_f1" }
reduction "one_vs_one" "ovo_f1" {
  decoding = "coupling"
  predict  = "macro_f1"
}

metric "accuracy" {}
metric "f1" { average = "macro" }
metric "log_loss" {}

table "accuracy" {
  metric  = metric.accuracy
  rows    = ["dataset", "learner"]
  columns = "reduction"
}
table "macro_f1" {
  metric  = metric.f1
  rows    = ["dataset", "learner"]
  columns = "reduction"
}
table "log_loss" {
  metric  = metric.log_loss
  rows    = ["dataset", "learner"]
  columns = "reduction"
}
