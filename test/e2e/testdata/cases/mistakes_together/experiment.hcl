experiment "e" {
  sead = 3
}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
}

dataset "rows" {
  file   = "rows.csv"
  target = "kid"
}

learner "logreg" "lr" {
  C = var.strength
}
learner "svm" "lr" {}
reduction "one_vs_rest" "ova" {
  decoding = "max_scor"
}
metric "acuracy" {}
grid "g" {
  learners = [learner.lr, learner.missing]
}
tabel "t" {}
validation {
  method = "stratified"
}
