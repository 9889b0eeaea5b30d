experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
}

learner "svm" "svm" {}
reduction "one_vs_rest" "ova" {}

validation { method = "leave_one_out" }
metric "accuracy" {}
metric "f1" {}
metric "log_loss" {}
metric "kappa" { over = "folds" }
