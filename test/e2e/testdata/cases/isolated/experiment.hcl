experiment "e" { timing = "isolated" }

dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}

learner "logreg" "lr" { threads = 2 }
learner "lda" "lda" {
  calibrate = "sigmoid"
  abstain   = 0.1
}
reduction "one_vs_rest" "a" {}
reduction "one_vs_rest" "b" {}
reduction "one_vs_one" "c" {}

validation { folds = 2 }
