experiment "papers" {}
dataset "glass" {}
dataset "vowel" {}
learner "logreg" "lr" {}
learner "svm" "s" { C = grid(1, 10) }
reduction "one_vs_rest" "ova" {}
metric "accuracy" {}
table "digits" {
  metric           = metric.accuracy
  digits           = "uncertain"
  rows_per_page    = 0
  columns_per_page = 1.5
  highlight        = "second"
}
table "more digits" {
  metric = metric.accuracy
  digits = 16
}
table "neither" {
  metric = metric.accuracy
  digits = [1]
}
table "shape" {
  metric    = metric.accuracy
  caption   = "  "
  label     = "tab:ä b"
  width     = "columns"
  font_size = "large"
  transpose = "yes"
}
table "long" {
  metric    = metric.accuracy
  width     = "page"
  longtable = true
}
table "baselines" {
  metric     = metric.accuracy
  baseline   = ["lr/ova", "svm/ova", "lr/ova"]
  correction = "bonferoni"
}
table "no baseline" {
  metric   = metric.accuracy
  baseline = []
}
table "facts" {
  metric = metric.accuracy
  where  = dataset.clases > 3 && learner.nam != "lr" && reduction.ova
}
table "names" {
  metric = metric.accuracy
  where  = learner.name != "nb" && contains(["glass", "wovel"], dataset.name) || learner.type == "logistic"
}
table "kinds" {
  metric = metric.accuracy
  where  = dataset && learner.name.first
}
table "text" {
  metric = metric.accuracy
  where  = "dataset.classes > 3"
}
table "number" {
  metric = metric.accuracy
  where  = dataset.classes + 1
}
table "unknown" {
  metric = metric.accuracy
  where  = data.rows > 3 && metric.accuracy
}
table "nothing" {
  metric = metric.accuracy
  where  = dataset.name == "glass" && dataset.name == "vowel"
}
table "left out" {
  metric   = metric.accuracy
  baseline = "lr/ova"
  where    = learner.block == "s"
}
table "wrong types" {
  metric = metric.accuracy
  where  = dataset.name > 3
}
