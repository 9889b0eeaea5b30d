bench {
  required_plugins {
    faulty = { source = "./plugins/faulty" }
    chatty = { source = "./plugins/chatty" }
  }
}

experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "crashing" "crashing" {}
learner "panicking" "panicking" {}
learner "undecided" "undecided" {}
learner "forgetful" "forgetful" {}
learner "lda" "lda" {}
learner "chatty" "chatty" {}
reduction "one_vs_rest" "ova" {}

validation { folds = 3 }
metric "accuracy" {}
