# Four datasets, three learners, five ways to make binary problems of many
# classes. `make run` runs it; it takes a few seconds.

experiment "quickstart" {
  title = "One-vs-rest, one-vs-one and output codes on four small datasets"
  seed  = 7
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}

dataset "digits" {
  file   = "data/digits.csv.gz"
  header = false
  target = "64"
}

dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

dataset "penguins" {
  file    = "data/penguins.csv"
  target  = "species"
  missing = ["NA"]
}

learner "logreg" "logreg" { C = 1 }
learner "svm" "svm" { C = 1 }
learner "lda" "lda" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

reduction "ecoc" "dense" {
  code     = "dense_random"
  decoding = grid("hamming", "loss_based")
}

# A matrix of our own for the vehicles: opel and saab are hard to distinguish, so
# they are on one side against the others, and against each other.
reduction "ecoc" "mine" {
  classes = ["bus", "opel", "saab", "van"]
  matrix = [
    [ 1, -1, -1,  0,  1],
    [-1, -1,  1,  1,  1],
    [-1, -1,  1, -1, -1],
    [-1,  1, -1,  0, -1],
  ]
  decoding = "loss_based"
}

# The rarest class, of glass, has 9 rows: each of 5 folds tests some of them.
validation {
  method  = "stratified_kfold"
  folds   = 5
  repeats = 2
}

metric "accuracy" {}
metric "f1" {}

grid "all" {
  reductions = [reduction.ova, reduction.ovo, reduction.dense]
}

grid "vehicle" {
  datasets   = [dataset.vehicle]
  reductions = [reduction.mine]
}
