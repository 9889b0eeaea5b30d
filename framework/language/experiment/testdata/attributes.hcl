experiment "many/mistakes" {
  title           = 7
  seed            = 1.5
  on_incompatible = "ignore"
  timing          = "isolated"
}
experiment "again" {}

dataset "glass" {
  fil    = "data/glass.csv"
  rows   = 0
  types  = { RI = "categorical", Na = 3 }
}
dataset "glass" {
  missing = "?"
}
dataset "a/b" { file = grid("a.csv", "b.csv") }

encoder "on_hot" "plain" {}
encoder "counters" "counts" {
  folds = 1
  prior = { a = grid(1, 2) }
}

learner "logreg" "lr" {
	C = -1
	penalty = l2
	/* größer 数 */ intercept = "true"
}
learner "svm" "svm" {
  C    = "10"
  loss = "sqared_hinge"
  tune {
    folds = 3
  }
  calibrate = "sigmoid"
}
learner "lda" "lda" {
  priors = [0.2, "0.3",
            [0.5]]
}
learner "logreg" "path" {
  C = grid(0.1, 0, 0.1)
}
learner "logreg" "twice" {
  C = grid(1, 10, 1)
}
learner "forest" "rf" {}
learner "svm" "log" {
  C = logspace(-1, 1, 2.5)
}

reduction "ecoc" "mine" {
  matrix = [
    [ 1, -1, -1,  1],
    [-1,  2, -1, -1],
    [ 0,  0,  0,  0],
  ]
  loss = "hinge"
}
reduction "ecoc" "broken" { code = "crash" }

validation {
  method = "holdout"
  test   = 0
}
validation {}

metric "acuracy" {}
metric "f1" { name = "a,b" }
learner "ldb" "near" {}
reduction "one_vs_al" "synonym" {}
dataset "long" {
  fiel = "012345678901234567890123456789012345678901234567890123456789"
  missing = ["012345678901234567890123456789012345678901234567890123456789", "01234567890123456789012345678901234567890123456789", true, "end"]
}
