# Data by name: the tasks of a suite with their folds, and one set as ARFF and as Parquet.
# Copy the file, fetch what it names, and run it; docs/experiments/named.md describes the
# results.

experiment "named" {
  title = "Reductions on data by name"
  seed  = 1
}

suite "small" { openml_suite = 99 }

# The same rows in two forms of files.
dataset "arff" {
  openml = 101
  format = "arff"
}
dataset "parquet" {
  openml = 101
  format = "parquet"
}

learner "logreg" "logreg" {}
learner "tree" "tree" {}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "direct" "direct" {}

validation {
  folds   = 5
  repeats = 3
}

metric "accuracy" {}
