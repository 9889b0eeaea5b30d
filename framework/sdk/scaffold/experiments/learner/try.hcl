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

learner "{{.Name}}" "{{.Name}}" {
  shrink = grid(0, 0.5)
}

reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
