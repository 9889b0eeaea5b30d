experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}

learner "logreg" "lr" { calibrate = "isotonic" }
learner "svm" "svm" {
  tune {
    C      = [0.1, 1]
    metric = metric.log_loss
  }
}
reduction "one_vs_one" "ovo" {}
reduction "direct" "native" {}

validation { folds = 3 }
metric "accuracy" {}
metric "log_loss" {}
