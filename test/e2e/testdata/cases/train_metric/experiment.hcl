experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
  split  = "part"
}

learner "lda" "lda" {}
learner "majority" "majority" {}
reduction "one_vs_rest" "ova" {}
reduction "direct" "native" {}

validation { method = "predefined" }
metric "accuracy" {}
metric "accuracy" { on = "train" }
metric "recall" {
  on      = "train"
  average = "none"
}
