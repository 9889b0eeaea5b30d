# An index of the packs and the example plugins, for plugin_index = "…/plugins.hcl" in the bench block.
#
# The archives are not here: "make plugin-index" makes them in bin/plugin-index, with a copy of this index that has entries
# of the plugins in Go and Java, too. Those here are written in Python, R and shell. Their archives have the same bytes on
# every machine; those of compiled plugins depend on the compiler.

plugin "centroid-python" "0.1.0" {
  archive = "centroid-python_0.1.0.tar.gz"
  sha256  = "4b19e084726f51fada8d9745fdfade8bc83f968db577c7158b6e496b8f99abd2"
  package = "6d6e7b5a712b522b1f64bac5d070f15b851072680533dfacfa5825fc345281dc"
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
  sha256  = "5e8055dc6446fcf451f51bccf90fefdf5270a58dc9463c3bc3ff15e03067b3a1"
  package = "85a74eb028aed515a5f45e67a4254dafb64cdedf61cac89a39e946cd45eba5dc"
}

plugin "caret" "0.1.0" {
  archive = "caret_0.1.0.tar.gz"
  sha256  = "8033c051f0540fefae7b112a7e124ebdc48362ad2f3d862455b765848aa7d762"
  package = "0e32e0ce7b734e51afa8e5ef826437de7a055435c7113c018de2b5f35aae54c9"
}
