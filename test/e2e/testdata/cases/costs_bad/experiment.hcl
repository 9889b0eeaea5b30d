experiment "e" {}

dataset "ragged" {
  generate = "blobs"
  rows     = 60
  seed     = 1
  costs    = [[0, 1], [1]]
}
dataset "two" {
  generate = "blobs"
  rows     = 60
  costs    = [[0, 1], [1, 0]]
}
dataset "named" {
  generate = "blobs"
  rows     = 60
  costs = {
    "1" = { "4" = 2 }
  }
}

learner "logreg" "lr" {}
reduction "one_vs_rest" "ova" { predict = "cost" }
metric "cost" {}
