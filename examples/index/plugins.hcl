# An index of the packs and the example plugins, for plugin_index = "…/plugins.hcl" in the bench block.
#
# The archives are not here: "make plugin-index" makes them in bin/plugin-index, with a copy of this index that has entries
# of the plugins in Go and Java, too. Those here are written in Python, R and shell. Their archives have the same bytes on
# every machine; those of compiled plugins depend on the compiler.

plugin "centroid-python" "0.1.0" {
  archive = "centroid-python_0.1.0.tar.gz"
  sha256  = "515a4a10456de35d8ef5a14919b16541dfa0a4776fc28e1b61d79e5c44c7a4ae"
  package = "4b482dd19caa4818d48985cd8dab82d8ddec9f051c44cfeef965ab614c22a969"
}

plugin "centroid-shell" "0.1.0" {
  archive = "centroid-shell_0.1.0.tar.gz"
  sha256  = "0874c779ba563e651168581e99ba60aca73261d3a75e3ff6fabcdd6b58852979"
  package = "cf8528f402bf6efc58e6e3728a822050b50834122e1378e6556806f390ba6454"
}

plugin "means-r" "0.1.0" {
  archive = "means-r_0.1.0.tar.gz"
  sha256  = "821939e74f053b510d922af26194380fc60c3e15e213c15eea8f7387df6801d3"
  package = "629d20025048db6ce3a12e6848df2d7af6d9eb8b1d2676ef22bce8d0c5ef5e73"
}

plugin "sklearn" "0.1.0" {
  archive = "sklearn_0.1.0.tar.gz"
  sha256  = "23c227d4473950cb45870ddcad06cdcd8acace09d0cb232c4c5a6bf6a348eec2"
  package = "99e0403afb7fc2a3af2042c6a9dc8f6d9b208b1a3af90b59d25d7392841deb96"
}

plugin "caret" "0.1.0" {
  archive = "caret_0.1.0.tar.gz"
  sha256  = "c8a243b3f02f438c69c032bb8aeadbf4098f013ea9e48dfd0fe35fdc45a346ee"
  package = "401ddee0e20ce438aabbb76f67d63fbd0b25c44ee3aa60e807dbe083ff5d67c2"
}
