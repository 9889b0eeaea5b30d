experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 90
  seed     = 1
}
dataset "pair" {
  generate = "blobs"
  classes  = 2
  rows     = 60
  seed     = 2
}

learner "lda" "lda" {}
reduction "direct" "native" {}
validation { folds = 3 }

metric "accuracy" {}
metric "fbeta" { beta = 2 }
metric "jaccard" { average = "none" }
metric "kappa" { weights = "quadratic" }
metric "brier" {}
metric "ece" { bins = 5 }
metric "top_k" {}
metric "top_k" { k = 1 }
metric "auc" {}
metric "auc" {
  mode    = "ovo"
  average = "weighted"
}
metric "hand_till" {}
metric "recall" {
  classes = ["0", "2"]
  average = "none"
}
metric "confusion" {}
