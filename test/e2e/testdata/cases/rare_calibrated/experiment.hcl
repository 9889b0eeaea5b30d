experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
}

learner "svm" "svm" { calibrate = "sigmoid" }
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" { decoding = "coupling" }
reduction "ecoc" "code" {
  code     = "dense_random"
  decoding = "loss_based"
  loss     = "logistic"
}

validation { folds = 3 }
metric "accuracy" {}
metric "log_loss" {}
metric "auc" {
  mode = "ovo"
}
metric "hand_till" {}
metric "f1" {}
