# Costs: what helps more if mistakes have unequal costs, weights of rows or the class of least expected cost?

experiment "costs" {
  title = "Unequal costs: weights in training, expected cost in prediction"
  seed  = 20
}

# Silhouettes of vehicles. Two cars for each other cost little, a bus that goes for a car much.
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
  costs = {
    bus  = { opel = 6, saab = 6, van = 2 }
    van  = { opel = 3, saab = 3 }
    opel = { saab = 0.5 }
    saab = { opel = 0.5 }
  }
}

learner "logreg" "logreg" { C = 1 }
learner "tree" "tree" { min_samples_leaf = 10 }

reduction "one_vs_rest" "ova" {
  class_weight = grid("none", "cost")
  predict      = grid("decoder", "cost")
}
reduction "one_vs_one" "ovo" {
  decoding     = "coupling"
  class_weight = grid("none", "cost")
  predict      = grid("decoder", "cost")
}
reduction "direct" "direct" {
  class_weight = grid("none", "cost")
  predict      = grid("decoder", "cost")
}

validation { folds = 5 }

metric "cost" {}
metric "error" {}

table "cost" {
  metric  = metric.cost
  rows    = ["reduction"]
  columns = ["learner"]
}
table "error" {
  metric  = metric.error
  rows    = ["reduction"]
  columns = ["learner"]
}
