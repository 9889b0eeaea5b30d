experiment "e" {}

dataset "blobs" {
  generate = "categorical"
  classes  = 3
  rows     = 60
}

encoder "woe" "evidence" { sample_weight = true }
encoder "one_hot" "plain" { sample_weight = true }

learner "lda" "lda" {}
reduction "direct" "native" {}
validation { folds = 3 }
