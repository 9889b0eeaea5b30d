experiment "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" {}
dataset "glass" {}
learner "svm" "svm" {}
metric "accuracy" {}
metric "log_loss" {}
metric "f1" { name = "Log loss" }
metric "f1" { average = "none" }
table "accuracy" { metric = metric.log_loss }
table "F1(average_none" { metric = metric.accuracy }
table "log_loss" { metric = metric.log_loss }
table "точность" { metric = metric.accuracy }
table "Точность" { metric = metric.accuracy }
table "准确率" { metric = metric.accuracy }
table "ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt" { metric = metric.accuracy }
