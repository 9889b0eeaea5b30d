experiment "e" {}

dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}

learner "lda" "lda" {}
reduction "ecoc" "entry" {
  matrix = [
    [ 1, -1],
    [-1,  1],
    [-1, -1],
    [ 2,  1],
  ]
}
reduction "ecoc" "twins" {
  matrix = [
    [ 1, -1],
    [-1,  1],
    [ 1, -1],
    [ 1,  1],
  ]
}
reduction "ecoc" "onesided" {
  matrix = [
    [ 1, -1,  1],
    [-1,  1,  1],
    [-1, -1,  1],
    [ 1,  1,  0],
  ]
}

reduction "ecoc" "short" {
  matrix = [
    [ 1, -1],
    [-1,  1],
    [-1, -1],
  ]
}
validation { folds = 3 }
metric "accuracy" {}
