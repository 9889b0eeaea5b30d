experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  rows     = 60
  seed     = 1
}

learner "lda" "lda" {}
metric "accuracy" {}
metric "error" {}
table "Accuracy" { metric = metric.error }
