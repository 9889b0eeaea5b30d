experiment "unused" {}
dataset "glass" {}
dataset "wine" {}
learner "logreg" "lr" {}
learner "logreg" "spare" { C = grid(1, 2) }
grid "main" {
  datasets   = [dataset.glass]
  encoders   = [encoder.one_hot]
  learners   = concat([learner.lr], [])
}
