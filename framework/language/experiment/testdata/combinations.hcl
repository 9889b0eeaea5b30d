experiment "combinations" {}
dataset "glass" {}
learner "logreg" "lr" {}
learner "lda" "lda" {}
learner "svm" "svm" { C = grid(1, 10) }
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "dense" { code = "dense_random" }
reduction "direct" "native" {}
metric "log_loss" {}
table "losses" {
  metric   = metric.log_loss
  baseline = "lr/oav"
}
table "rows" {
  metric   = metric.log_loss
  rows     = ["dataset", "learner"]
  columns  = "reduction"
  baseline = "none of these"
}
