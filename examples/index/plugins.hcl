# An index of the packs and the example plugins, for plugin_index = "…/plugins.hcl" in the bench block.
#
# The archives are not here: "make plugin-index" makes them in bin/plugin-index, with a copy of this index that has entries
# of the plugins in Go and Java, too. Those here are written in Python, R and shell. Their archives have the same bytes on
# every machine; those of compiled plugins depend on the compiler.

plugin "centroid-python" "0.1.0" {
  archive = "centroid-python_0.1.0.tar.gz"
  sha256  = "fdd9f54812bba356f5c581c20f5ea44da789da5cb40f20ec79fce1d1a5a8f387"
  package = "324245e9e341f67d8549600f3b73c494015f59e6193ea771e68cf78258c5df6b"
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
  sha256  = "c35acac3aeb114c0e18d702fa13482395d02ceee4ac3369f22636776cb185d33"
  package = "a3a11be4894f958c0153762dd4d5b59f674a7612bc3574bfbfd988c70138a2b7"
}

plugin "caret" "0.1.0" {
  archive = "caret_0.1.0.tar.gz"
  sha256  = "c8a243b3f02f438c69c032bb8aeadbf4098f013ea9e48dfd0fe35fdc45a346ee"
  package = "401ddee0e20ce438aabbb76f67d63fbd0b25c44ee3aa60e807dbe083ff5d67c2"
}
