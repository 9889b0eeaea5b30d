bench {
  required_plugins {
    outdated = { source = "./plugins/outdated" }
  }
}

experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}
learner "lda" "lda" {}

validation { folds = 3 }
metric "accuracy" {}
