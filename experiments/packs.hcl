# Trees and forests of bench, scikit-learn, WEKA and R, alone and in two reductions. It needs
# `make packs`. docs/experiments/packs.md describes the results.

experiment "packs" {
  title = "Trees of four libraries"
  seed  = 3
}

dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
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
dataset "zoo" {
  file   = "data/zoo.csv"
  target = "type"
  drop   = ["animal"]
}

# Learners are told which columns are categories, and see them as they do at home.
encoder "ordinal" "factors" { numeric = "none" }

learner "tree" "tree" {}
learner "sklearn" "sklearn_tree" {
  estimator = "sklearn.tree.DecisionTreeClassifier"
}
learner "weka" "weka_tree" {
  classifier = "weka.classifiers.trees.J48"
  options    = "-C 0.25 -M 2"
}
learner "caret" "r_tree" {
  method = "rpart"
  tune   = { cp = 0.01 }
}

learner "sklearn" "sklearn_forest" {
  estimator = "sklearn.ensemble.RandomForestClassifier"
  params    = { n_estimators = 20 }
}
learner "weka" "weka_forest" {
  classifier = "weka.classifiers.trees.RandomForest"
  options    = "-I 20"
}
learner "caret" "r_forest" {
  method = "rf"
  tune   = { mtry = 3 }
  args   = { ntree = 20 }
}

reduction "direct" "direct" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

validation { folds = 4 }

metric "accuracy" {}
metric "kappa" {}

table "reductions" {
  metric   = metric.accuracy
  rows     = ["dataset", "learner"]
  columns  = "reduction"
  baseline = "direct"
}
