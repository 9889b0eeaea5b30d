dataset "classes" {
  generate = "blobs"
  classes  = 9
  rows     = 180
}
learner "svm" "svm" {}
reduction "label_tree" "tree" {
  build = "balanced"
  trees = 3
}
