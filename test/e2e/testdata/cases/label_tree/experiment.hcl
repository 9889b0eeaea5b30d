experiment "both" { on_incompatible = "skip" }

dataset "classes" {
  generate = "blobs"
  classes  = 9
  rows     = 180
}
dataset "labels" {
  generate = "multilabel"
  rows     = 150
}

learner "logreg" "lr" {}

reduction "label_tree" "tree" {
  build  = grid("balanced", "huffman", "kmeans", "random")
  leaf   = 3
  search = "exact"
}

validation {
  method = "kfold"
  folds  = 2
}
metric "accuracy" {}
metric "precision_at_k" { k = 2 }
