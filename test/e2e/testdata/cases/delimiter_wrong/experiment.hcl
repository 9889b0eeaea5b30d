experiment "e" {}

dataset "rows" {
  file   = "rows.csv"
  target = "kind"
}

learner "lda" "lda" { shrink = 1 }
