variable "folds" { default = 10 }

experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}
learner "logreg" "lr" {}
validation { folds = var.folds }
metric "accuracy" {}
