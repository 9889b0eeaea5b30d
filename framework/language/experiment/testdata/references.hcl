dataset "glass" {}
learner "logreg" "lr" {}
learner "svm" "svm" { C = learner.lr }
learner "svm" "big" { C = var.big }
learner "svm" "unused" { C = local.bigger }
reduction "ova" "ova" {}
reduction "ovo" "spare" {}
variable "bigg" { default = 10 }
locals {
  bigger = var.bigg * 10
  round  = local.trip
  trip   = local.round
}
metric "accuracy" {}
metric "f1" { average = "micro" }
metric "f1" { average = "none" }
metric "f1" { average = "micro" }

grid "main" {
  datasets   = [dataset.glas, dataset.glass, dataset.wine]
  encoders   = encoder.one_hot
  learners   = [learner.lr, "svm", reduction.ova, learner.big.C]
  reductions = []
  metrics    = [metric.accuracy]
}
grid "main" {}
table "one" {
  metric  = metric.f1
  rows    = ["dataset", "lerner"]
  columns = ["reduction"]
}
table "two" {
  metric  = metric["f1(average=none)"]
  columns = ["dataset", "learner"]
}
table "two" {
  rows     = []
  baseline = 1
  caption  = "x"
}
table "three" {
  metric = metric.mcc
}
grid "bare" {
  datasets   = glass
  encoders   = [one_hot]
  learners   = [lr, "lr", "l", sv]
  reductions = ["ova"]
}
table "bare" {
  metric = accuracy
}
learner "svm" "called" { C = sqrt(absolute(2)) }
