# Which reductions resist wrong classes of training rows? Test rows keep their classes.
# docs/experiments/noise.md

experiment "noise" {
  title = "Reductions that train on wrong classes"
  seed  = 1
}

dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
}

dataset "digits_uniform" {
  file        = "data/digits.csv.gz"
  header      = false
  target      = "64"
  label_noise = { rate = 0.3 }
}

dataset "digits_pairs" {
  file        = "data/digits.csv.gz"
  header      = false
  target      = "64"
  label_noise = { rate = 0.3, kind = "pairs" }
}

dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

dataset "vehicle_uniform" {
  file        = "data/vehicle.csv"
  target      = "Class"
  label_noise = { rate = 0.3 }
}

dataset "vehicle_pairs" {
  file        = "data/vehicle.csv"
  target      = "Class"
  label_noise = { rate = 0.3, kind = "pairs" }
}

learner "logreg" "logreg" {}
learner "tree" "tree" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "dense" {
  code = "dense_random"
}

validation {
  folds = 5
}

metric "accuracy" {}

table "accuracy" {
  metric  = metric.accuracy
  rows    = "dataset"
  columns = ["learner", "reduction"]
}
