experiment "many" {}
dataset "classes" {
  generate = "blobs"
  rows     = 20002
  classes  = 10001
}
learner "logreg" "lr" {}
reduction "one_vs_rest" "ovr" {}
validation { folds = 2 }
metric "accuracy" {}
