# Does a code gain if its hard column alone has a stronger learner? Of four vehicles two are
# cars, which look alike. docs/experiments/columns.md

experiment "columns" {
  title = "A learner for each column"
  seed  = 1
}

dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

learner "lda" "lda" {}

# Log-odds, as lda has them, so that the two can be compared.
learner "kernel_svm" "svm" {
  C         = 10
  calibrate = "sigmoid"
}

# Cars against bus and van, and what is left.
reduction "nested_dichotomies" "tree" {
  tree = [["opel", "saab"], ["bus", "van"]]
}
reduction "nested_dichotomies" "cars" {
  tree     = [["opel", "saab"], ["bus", "van"]]
  learners = { "opel|saab" = learner.svm }
}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_rest" "ova_cars" {
  learners = { opel = learner.svm, saab = learner.svm }
}

validation { folds = 10 }

metric "accuracy" {}

table "accuracy" {
  metric  = metric.accuracy
  rows    = "reduction"
  columns = "learner"
}
