# An index of the packs and the example plugins, for plugin_index = "…/plugins.hcl" in the bench block.
#
# The archives are not here: "make plugin-index" makes them in bin/plugin-index, with a copy of this index that has entries
# of the plugins in Go and Java, too. Those here are written in Python, R and shell. Their archives have the same bytes on
# every machine; those of compiled plugins depend on the compiler.

plugin "centroid-python" "0.1.0" {
  archive = "centroid-python_0.1.0.tar.gz"
  sha256  = "65828f697f27a8f42305827c9634d0c065106d7bc370f8b99ebe96a3a3dc946a"
  package = "0b6d29deb92b38389872950f633b1515977af003181626f86b3f8d8e427ce8af"
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
  sha256  = "6455316ad5e5acb2c1f668b79c70218dcec38b11a5c6eb126d18b8eed31cb313"
  package = "03ebd70bf39d26d145915caaf7a99da6b33cc1d143ef74c2a9259f4d6a8ae077"
}

plugin "caret" "0.1.0" {
  archive = "caret_0.1.0.tar.gz"
  sha256  = "8033c051f0540fefae7b112a7e124ebdc48362ad2f3d862455b765848aa7d762"
  package = "0e32e0ce7b734e51afa8e5ef826437de7a055435c7113c018de2b5f35aae54c9"
}
