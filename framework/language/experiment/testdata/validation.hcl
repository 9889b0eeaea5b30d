experiment "e" {}

dataset "own" {
  validation {
    method  = "stratified_kfold"
    folds   = 1
    repeat  = 3
  }
}

dataset "twice" {
  validation { folds = 3 }
  validation { folds = 5 }
}

dataset "named" {
  validation "v" {}
}

dataset "unknown" {
  validation { method = "kfolds" }
  tune {}
}

dataset "attribute" {
  validation = "kfold"
}

learner "logreg" "lr" {}
