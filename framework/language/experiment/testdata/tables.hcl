experiment "tables" {}
dataset "glass" {}
learner "logreg" "lr" {}
metric "accuracy" {}
metric "confusion" {}
metric "confusion" { name = "mixed" }
table "a" {
  metric = metric.confusion
}
table "mixed" {
  metric = metric.accuracy
}
table "b" {
  metric  = metric.accuracy
  missing = "wurst"
}
table "c" {
  metric  = metric.accuracy
  missing = 1
}
table "d" {
  metric  = metric.accuracy
  missing = ["drop", "worst"]
}
