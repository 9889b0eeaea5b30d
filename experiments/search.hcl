# What a search among candidates finds, and what it costs: every point of a grid, as many
# points as one can afford, drawn, and points that are dropped on the way. Beside the
# learner, the code of a reduction and the bins of an encoder are chosen on inner folds.
# docs/experiments/search.md describes the results.

experiment "search" {
  title = "Grids, random search, halving, and tuned codes and encoders"
  seed  = 1
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 300
  drop      = ["region-pixel-count"]
}

encoder "one_hot" "plain" {}
encoder "binning" "bins" {
  tune {
    n_bins = [3, 5, 10]
  }
}

# 14 candidates: a line has no gamma.
learner "kernel_svm" "all" {
  tune {
    grid = [
      { kernel = "linear", C = grid(1, 10) },
      { kernel = "rbf", C = grid(0.1, 10, 1000), gamma = logspace(-2, 1, 4) },
    ]
  }
}
# The same, on few rows first: 14 candidates, then 5.
learner "kernel_svm" "halving" {
  tune {
    grid = [
      { kernel = "linear", C = grid(1, 10) },
      { kernel = "rbf", C = grid(0.1, 10, 1000), gamma = logspace(-2, 1, 4) },
    ]
    halving {}
  }
}
# Eight points from between.
learner "kernel_svm" "random" {
  tune {
    C     = log_uniform(0.1, 1000)
    gamma = log_uniform(0.01, 10)
    draws = 8
  }
}
# Nine ways to boost, of few trees each; the best three of more, the best of most.
learner "adaboost" "boosted" {
  tune {
    max_depth = [1, 2, 3]
    kind      = ["discrete", "gentle", "real"]
    halving {
      resource      = "rounds"
      max_resources = 90
    }
  }
}
learner "logreg" "logreg" {}
learner "knn" "near" { k = 15 }

reduction "one_vs_rest" "ova" {}
# One code of each length is trained; decoders share it.
reduction "ecoc" "code" {
  code = "dense_random"
  tune {
    columns  = [8, 16]
    decoding = ["hamming", "loss_based", "loss_weighted"]
  }
}
# Nine short codes, of which the best are drawn longer.
reduction "ecoc" "longer" {
  code = "dense_random"
  tune {
    draw     = [0, 1, 2]
    decoding = ["hamming", "loss_based", "loss_weighted"]
    halving {
      resource      = "columns"
      max_resources = 27
    }
  }
}
# What decodes the scores of one-vs-rest: a linear machine, or neighbours.
reduction "one_vs_rest" "stacked" {
  decoding = "learned"
  tune {
    learner = [learner.logreg, learner.near]
  }
}

grid "learners" {
  encoders   = [encoder.plain]
  learners   = [learner.all, learner.halving, learner.random, learner.boosted, learner.logreg]
  reductions = [reduction.ova]
}
grid "parts" {
  learners   = [learner.logreg]
  reductions = [reduction.ova, reduction.code]
}
# What grows round by round is tuned alone.
grid "plain" {
  encoders   = [encoder.plain]
  learners   = [learner.logreg]
  reductions = [reduction.longer, reduction.stacked]
}

validation {
  folds = 3
}

metric "accuracy" {}

table "accuracy" {
  metric  = metric.accuracy
  rows    = "dataset"
  columns = ["encoder", "learner", "reduction"]
}
