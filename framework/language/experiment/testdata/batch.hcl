experiment "batch" {}
dataset "glass" {}
learner "svm" "svm" {}
reduction "one_vs_rest" "ova" {}
executor "batch" {
  shared_dir  = "shared"
  submit      = ["qsub", "-n", "{{nmae}}", "{{script}}"]
  id          = "\\d+"
  alive_id    = "("
  alive       = []
  cancel      = ["qdel", "{{ids ,}}"]
  busy        = [75, 0.5]
  array       = "SGE TASK"
  first_index = 2
  memory      = "much"
  minutes     = 1
  sbatch      = ["--mem=1G"]
  class "big" {
    match  = { dataset = ["glass"] }
    memory = "1PB"
    sbatch = ["--mem=1G"]
  }
}
