bench {
  required_plugins {
    mine = { source = "./plugins/nothing" }
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
