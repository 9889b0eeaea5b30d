experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
}

learner "logreg" "lr" {}
learner "svm" "svm" {}
learner "svm" "hinge" { loss = "hinge" }
learner "lda" "lda" {}
learner "least_squares" "ls" {}
learner "majority" "majority" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "direct" "native" {}

grid "binary" { reductions = [reduction.ova, reduction.ovo] }
grid "direct" {
  learners   = [learner.lda, learner.ls, learner.majority]
  reductions = [reduction.native]
}


validation { folds = 3 }
metric "accuracy" {}
