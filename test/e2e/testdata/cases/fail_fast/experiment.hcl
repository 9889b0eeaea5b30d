bench {
  required_plugins {
    faulty = { source = "./plugins/faulty" }
  }
}

experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
  split  = "part"
}

learner "crashing" "fragile" { rows = 100 }

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "without" {
  matrix = [
    [ 1,  1],
    [-1,  1],
    [ 1, -1],
  ]
}
reduction "ecoc" "with" {
  matrix = [
    [ 0,  1],
    [ 1,  1],
    [-1, -1],
  ]
}
validation { method = "predefined" }
metric "accuracy" {}
