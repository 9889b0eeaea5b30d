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

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}

validation {
  method  = "{{.Name}}"
  folds   = 4
  repeats = 2
}
