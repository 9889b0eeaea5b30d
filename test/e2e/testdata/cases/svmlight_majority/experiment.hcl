experiment "e" {}

dataset "words" { file = "words.svm" }
learner "majority" "majority" {}
reduction "one_vs_rest" "ova" {}
reduction "direct" "direct" {}
validation { folds = 2 }
metric "accuracy" {}
