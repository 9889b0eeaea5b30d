seed = 7
learnr "logreg" "lr" {}
learner "logreg" {}
dataset {}
metric "accuracy" "once" "twice" {}
tune {}
bench {
  required_version = "newest"
  version          = 1
  required_plugins {
    good    = { source = "./plugins/good", version = "~> 1.2" }
    bare    = "./plugins/bare"
    nowhere = { version = ">= 1" }
    wrong   = { sorce = "./plugins/wrong", version = 2 }
    inner {}
  }
  plugins {}
}
variable "none" {}
variable "typed" {
  type    = list(number)
  default = "ten"
  hidden  = true
}
variable "typed" {}
locals {
  x = 1
  nested {}
}
locals {
  x = 2
}
encoder "one_hot" "plain" { numeric = var.none }
