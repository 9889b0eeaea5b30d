experiment "e" {}
