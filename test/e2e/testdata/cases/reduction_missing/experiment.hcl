experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  rows     = 60
  seed     = 1
}

learner "perceptron" "svm" {}
