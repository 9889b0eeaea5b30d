experiment "e" {}

dataset "rows" { file = "rows.arff" }

encoder "target" "counters" { sample_weight = true }
encoder "woe" "evidence" {
  sample_weight = true
  leave_one_out = true
}
encoder "james_stein" "stein" {
  model         = "pooled"
  sample_weight = true
  leave_one_out = true
}
encoder "catboost" "ordered" { sample_weight = true }
encoder "compose" "parts" {
  parts = [{ type = "target", columns = ["colour"], sample_weight = true, in_sample = true }, { type = "none" }]
}

learner "lda" "lda" {}
reduction "direct" "native" {}
validation { folds = 3 }
metric "accuracy" { sample_weight = true }
