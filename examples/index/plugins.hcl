# An index of the packs and the example plugins, for plugin_index = "…/plugins.hcl" in the bench block.
#
# The archives are not here: "make plugin-index" makes them in bin/plugin-index, with a copy of this index that has entries
# of the plugins in Go and Java, too. Those here are written in Python, R and shell. Their archives have the same bytes on
# every machine; those of compiled plugins depend on the compiler.

plugin "centroid-python" "0.1.0" {
  archive = "centroid-python_0.1.0.tar.gz"
  sha256  = "8bafcdc79862e2605098a681380f3832ebdd283b431bb9c9319930b3da0756dd"
  package = "e2912ca1583252ac02290e185205c82db222b5ae7fc53cb98bc50476387339ba"
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
  sha256  = "6ffb866f64908b7abd5bbf6033698ef8c4da31f3d22bd5ef0c56963a2ddf81c9"
  package = "c6b5fe960844fcbf09e99dc6ae0ee9186bde01923c2fb6ed99dfae916a0ba027"
}

plugin "caret" "0.1.0" {
  archive = "caret_0.1.0.tar.gz"
  sha256  = "8033c051f0540fefae7b112a7e124ebdc48362ad2f3d862455b765848aa7d762"
  package = "0e32e0ce7b734e51afa8e5ef826437de7a055435c7113c018de2b5f35aae54c9"
}
