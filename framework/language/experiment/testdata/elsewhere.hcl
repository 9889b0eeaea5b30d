bench {
  plugin_index     = ""
  plugin_index_key = 3
  plugin_mirror    = ["a"]
  required_plugins {
    address = { source = "https://example.org/forest_{os}_{arch}.tar.gz" }
    host    = { source = "https://example.org/forest_{host}.tar.gz" }
    open    = { source = "https://example.org/forest_{os.tar.gz" }
  }
}
