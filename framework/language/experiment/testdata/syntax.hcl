dataset "glass" {
  file = "glass.csv
}
learner "logreg" "lr" {
  C = 
}
