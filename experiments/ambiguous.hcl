# Where do no models of one-vs-rest claim a point, or several?
# Data in the plane, so that it can be seen. docs/experiments/ambiguous.md

experiment "ambiguous" {
  title = "Ambiguous regions of one-vs-rest"
  seed  = 1
}

# The picture of the lecture: each class can be cut off by a line of its own.
dataset "four" {
  generate = "blobs"
  centers  = [[0, 3], [3, 0], [0, -3], [-3, 0]]
  rows     = 400
  seed     = 1
}

# No line cuts off the class in the middle.
dataset "line" {
  generate = "collinear"
  classes  = 3
  rows     = 300
  seed     = 1
}

# No line cuts off any ring.
dataset "rings" {
  generate = "circles"
  classes  = 3
  rows     = 300
  seed     = 1
}

learner "logreg" "logreg" {}

# The same models, decoded by their scores, and by their signs alone: where no
# model or several predict +1, signs takes the first of the classes that are equally
# good.
reduction "one_vs_rest" "scores" {}
reduction "one_vs_rest" "signs" {
  decoding = "hamming"
  ties     = "first"
}
reduction "one_vs_one" "pairs" {}

metric "accuracy" {}

table "accuracy" {
  metric   = metric.accuracy
  rows     = ["dataset", "learner"]
  columns  = "reduction"
  baseline = "scores"
}
