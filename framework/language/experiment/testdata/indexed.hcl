bench {
  plugin_index = "https://example.org/index.hcl"
  required_plugins {
    one   = { source = "forest", version = "~> 1.2" }
    two   = { source = "lab/forest" }
    three = { source = "./forest" }
    four  = { source = "plugins/forest.d" }
    five  = { source = "two words" }
  }
}
