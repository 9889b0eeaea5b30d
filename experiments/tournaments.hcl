# Tournaments: which reduction that learns from costs predicts cheapest, and do matches that are forgiven help?

experiment "tournaments" {
  title = "Reductions that learn from costs"
  seed  = 20
}

# What mistakes cost, for the metric and for the reductions: glass of a window that goes for other glass costs more than
# the opposite, and all other mistakes 1.
locals {
  windows = ["1", "2", "3"]
  others  = ["5", "6", "7"]
  costs = merge(
    { for a in local.windows : a => { for b in local.others : b => 10 } },
    { for a in local.others : a => { for b in local.windows : b => 3 } },
  )
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
  costs  = local.costs
}

# Both do binary problems with row weights, and regressions.
learner "least_squares" "linear" {}
learner "kernel_ridge" "kernel" {}

reduction "one_vs_one" "ovo" { class_weight = grid("none", "cost") }
reduction "filter_tree" "tree" { costs = local.costs }
reduction "tournament" "tournament" {
  costs  = local.costs
  errors = grid(1, 3, 7)
}
reduction "weighted_all_pairs" "all_pairs" { costs = local.costs }
reduction "cost_sensitive_one_vs_rest" "regressions" { costs = local.costs }

validation {
  folds   = 5
  repeats = 4
}

metric "cost" {}
metric "error" {}

table "cost" {
  metric  = metric.cost
  rows    = ["reduction"]
  columns = ["learner"]
}
table "error" {
  metric  = metric.error
  rows    = ["reduction"]
  columns = ["learner"]
}
