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

encoder "{{.Name}}" "{{.Name}}" {}
encoder "{{.Name}}" "narrow" {
  limit = 0.5
}
encoder "one_hot" "one_hot" {}

learner "logreg" "logreg" {}

reduction "one_vs_rest" "ova" {}
