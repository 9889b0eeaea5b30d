experiment "e" {}

dataset "rows" {
  file   = "rwos.csv"
  target = "c"
}

learner "random_forest" "forest" {}
learner "boosted_trees" "odd" {}
