experiment "deciding" {}
dataset "glass" {}
learner "svm" "svm" {}
reduction "one_vs_rest" "word" { priors = "equal" }
reduction "one_vs_rest" "number" { priors = 3 }
reduction "one_vs_rest" "negative" {
  priors = { a = 0.5, b = -0.5, c = "x" }
}
reduction "one_vs_rest" "empty" { priors = {} }
reduction "one_vs_rest" "predict" { predict = "macro" }
reduction "one_vs_rest" "fine" {
  priors  = grid("training", "uniform", "estimated", { a = 0.5, b = 0.5 })
  predict = grid("macro_f1", "cost")
}
