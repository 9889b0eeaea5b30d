bench {
  required_plugins {
    {{.Name}} = { source = "{{.Package}}" }
  }
}

dataset "blobs" {
  generate = "blobs"
  classes  = 5
  spread   = 2
}

learner "logreg" "logreg" {}

reduction "{{.Name}}" "{{.Name}}" {
  sides = grid("one", "pairs")
}
reduction "one_vs_one" "ovo" {}
