experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
}

learner "lda" "lda" {}
reduction "direct" "native" {}
validation { folds = 3 }

metric "accuracy" {}
metric "f1" {
  average       = "micro"
  sample_weight = true
}
metric "mcc" { sample_weights = true }
