experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "random_forest" "rf" {}
learner "capsules" "b" {}
learner "svm" "svm" {
  tune {
    D = [0.1, 1]
  }
}
learner "lda" "lda" { calibrate = "temperature" }
reduction "nested_partitions" "np" {}

validation { folds = 3 }
metric "accuracy" {}
