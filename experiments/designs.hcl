# Official splits together with folds of our own: each dataset is divided as its literature does
# it, in one table. It takes a few seconds.

experiment "designs" {
  title = "An official split beside ten folds"
  seed  = 1
}

dataset "dna" {
  file   = "data/dna.csv.gz"
  target = "Class"
  split  = "split"

  validation { method = "predefined" }
}

dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}

validation { folds = 10 }

learner "lda" "lda" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

metric "accuracy" {}

table "accuracy" {
  rows     = ["dataset"]
  columns  = ["reduction"]
  metric   = metric.accuracy
  baseline = "ova"
}
