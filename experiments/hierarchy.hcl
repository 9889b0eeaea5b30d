# Hierarchy: does a tree of the classes help, and are mistakes then less severe?

experiment "hierarchy" {
  title = "Local classifiers along a tree of the classes"
  seed  = 7
}

# Window glass, float or not, and glass of other things, as the data are documented.
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
  classes {
    tree = {
      window = { float = [1, 3], "2" = {} }
      other  = [5, 6, 7]
    }
  }
}

# Soils, three of them grey, and plants.
dataset "satellite" {
  file   = "data/satellite.csv.gz"
  target = "classes"
  drop   = ["split"]
  classes {
    tree = {
      soil  = { grey = ["grey soil", "damp grey soil", "very damp grey soil"], "red soil" = {} }
      plant = ["cotton crop", "vegetation stubble"]
    }
  }
}

# Two cars, a bus and a van.
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
  classes {
    tree = { car = ["opel", "saab"], bus = {}, van = {} }
  }
}

learner "logreg" "lr" { C = 1 }

# Without the tree.
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "nested_dichotomies" "random" {}

# Along the tree.
reduction "hierarchical" "node" {}
reduction "hierarchical" "product" { decoding = "product" }
reduction "hierarchical" "parent" { policy = "parent" }
reduction "hierarchical" "level" { policy = "level" }

validation { folds = 5 }

metric "accuracy" {}
metric "hierarchical_f1" {}
metric "lca_distance" { rows = "wrong" }

table "accuracy" {
  metric  = metric.accuracy
  rows    = ["dataset"]
  columns = ["reduction"]
}
table "hierarchical_f1" {
  metric  = metric.hierarchical_f1
  rows    = ["dataset"]
  columns = ["reduction"]
}
table "severity" {
  metric  = metric.lca_distance
  rows    = ["dataset"]
  columns = ["reduction"]
}
