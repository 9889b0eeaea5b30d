experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  rows     = 60
}

learner "least_squares" "ls" {}
reduction "tournament" "ect" {
  errors = 2
  costs  = { "1" = { "4" = 2 } }
}
reduction "weighted_all_pairs" "wap" { costs = [[0, 1], [1, 0]] }
reduction "csoaa" "csoaa" { costs = [[0, "x"], [1, 0]] }
