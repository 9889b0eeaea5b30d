# The work of forest_sklearn.py through the pack sklearn.

experiment "forest" {}

dataset "digits" {
  file   = "../../../experiments/data/digits.csv.gz"
  header = false
  target = "64"
}

encoder "one_hot" "raw" { numeric = "none" }

learner "sklearn" "forest" {
  estimator = "sklearn.ensemble.RandomForestClassifier"
  params    = { n_estimators = 100, random_state = 1 }
}

reduction "one_vs_one" "ovo" {}

metric "accuracy" {}
