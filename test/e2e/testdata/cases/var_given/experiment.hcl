variable "folds" { default = 10 }
variable "learner_c" {}

experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}
learner "logreg" "lr" { C = var.learner_c }
reduction "one_vs_one" "ovo" {}
validation { folds = var.folds }
metric "accuracy" {}
