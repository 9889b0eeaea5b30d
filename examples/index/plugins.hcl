# An index of the packs and the example plugins, for plugin_index = "…/plugins.hcl" in the bench block.
#
# The archives are not here: "make plugin-index" makes them in bin/plugin-index, with a copy of this index that has entries
# of the plugins in Go and Java, too. Those here are written in Python, R and shell. Their archives have the same bytes on
# every machine; those of compiled plugins depend on the compiler.

plugin "centroid-python" "0.1.0" {
  archive = "centroid-python_0.1.0.tar.gz"
  sha256  = "dc76a95a05a185f8eff1904b8dd18847c3d14f67f30c14e3d32192c932f3050d"
  package = "8fdd602177928dde7ffe0986ed5b4ac7b7c10856bd27f67853244a442a480ff9"
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
  sha256  = "8f8482386e1d6755f44773b8c3792257f5f022812e9cfed51853064f4c07cdd3"
  package = "b0f4cd486d13c41395003db114fa56ea33970c3e25e0671a66f5088ce6a2bb81"
}

plugin "caret" "0.1.0" {
  archive = "caret_0.1.0.tar.gz"
  sha256  = "c8a243b3f02f438c69c032bb8aeadbf4098f013ea9e48dfd0fe35fdc45a346ee"
  package = "401ddee0e20ce438aabbb76f67d63fbd0b25c44ee3aa60e807dbe083ff5d67c2"
}
