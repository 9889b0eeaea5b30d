experiment "axes" {}
dataset "d" {}
learner "svm" "path" { C = grid(0.1, 1) }
reduction "one_vs_rest" "ova" {}
metric "accuracy" {}
table "kinds" {
  metric  = metric.accuracy
  rows    = ["dataset", "lerner.C"]
  columns = "reductoin"
}
table "settings" {
  metric  = metric.accuracy
  columns = ["learner.c", "reduction.blok", "learner."]
  average = ["learner.tolerance"]
}
table "twice" {
  metric  = metric.accuracy
  rows    = ["dataset", "learner.C"]
  columns = ["learner.block"]
  average = ["learner.C"]
}
table "baseline" {
  metric   = metric.accuracy
  columns  = ["learner.block", "learner.C"]
  baseline = "path/0.2"
}
table "averaged" {
  metric   = metric.accuracy
  columns  = "learner"
  average  = "learner.C"
  baseline = "path[C=0.1]"
}
table "good" {
  metric   = metric.accuracy
  rows     = ["dataset", "reduction.type"]
  columns  = ["learner.C"]
  baseline = ["1"]
}
curve "c" {
  x       = learner.C
  metric  = metric.accuracy
  average = ["learner.C", "reduction", "dataset.rows"]
}
