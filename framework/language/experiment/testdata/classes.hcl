experiment "classes" {}
dataset "glass" {}
dataset "letter" {}
learner "svm" "svm" { C = grid(1, 10) }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
grid "g" {
  datasets = [dataset.glass]
  learners = [learner.svm]
}
grid "h" {
  datasets = [dataset.letter]
  learners = [learner.lda]
}
executor "slurm" {
  shared_dir = "../shared"
  class "none" {
    match = { dataset = ["letter"], learner = ["svm"] }
  }
  class "one" {
    match = { learner = ["svm[C=10]"] }
  }
  class "all" {
    match = { reduction = ["ova"] }
  }
  class "late" {
    match = { dataset = ["letter"] }
  }
}
