experiment "executor" {}
dataset "glass" {}
dataset "letter" {}
learner "svm" "svm" { C = grid(1, 10) }
learner "svm" "broken" { C = -1 }
reduction "one_vs_rest" "ova" {}
executor "slurm" {
  share_dir = "shared"
  local_dir = "scratch"
  slots     = 0
  throttle  = -1
  detach    = "true"
  sbatch    = "--partition=cpu"
  setup     = ["module load python", 3, ["x"]]
  class {}
  class "two words" {
    match = { dataset = ["letter"] }
  }
  class "default" {
    match = { dataset = ["letter"] }
  }
  class "nothing" { match = {} }
  class "missing" { sbatch = ["--mem=16G"] }
  class "names" {
    match = {
      dataset   = ["leter", "glass"]
      learner   = ["svm[C=1]", "svm[C=2]", "svn", "broken[C=-1]"]
      encoder   = "one_hot"
      reductoin = ["ova"]
    }
    memory = "16G"
  }
  class "names" {
    match = { encoder = ["one_hot"], reduction = ["ova"] }
    class "inner" {}
  }
  clas "x" {}
  match {}
}
executor "local" {}
