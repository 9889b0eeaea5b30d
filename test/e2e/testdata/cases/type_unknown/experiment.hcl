experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "logrg" "lr" {}
reduction "one_vs_al" "ova" {}
encoder "onehott" "x" {}

validation { folds = 3 }
metric "accuracy" {}
