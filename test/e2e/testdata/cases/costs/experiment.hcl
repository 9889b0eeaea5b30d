experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  rows     = 60
  spread   = 4
  costs = {
    "1" = { "1" = -1 }
    "2" = { "0" = 10 }
  }
}

learner "logreg" "lr" {}
reduction "one_vs_one" "ovo" {
  decoding     = "coupling"
  predict      = grid("decoder", "cost")
  class_weight = grid("none", "cost")
}
validation { folds = 3 }

metric "cost" {}
metric "cost" {
  name      = "total"
  costs     = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
  normalize = false
}
table "cost" {
  metric  = metric.cost
  rows    = ["reduction.class_weight"]
  columns = ["reduction.predict"]
}
