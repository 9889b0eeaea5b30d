experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "c"
}

learner "lda" "lda" {}
