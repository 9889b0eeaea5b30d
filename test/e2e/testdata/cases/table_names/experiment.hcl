experiment "опыт" {}

dataset "blobs" {
  generate = "blobs"
  rows     = 60
  seed     = 1
}

learner "lda" "lda" {}
validation { folds = 3 }
metric "accuracy" {}
metric "f1" { average = "macro" }
table "точность" { metric = metric.accuracy }
table "准确率" { metric = metric.accuracy }
table "_f1_" { metric = metric.f1 }
