# A plugin of bench with one splitter. bench_plugin.R explains what splitter() takes.
source("bench_plugin.R")

bench_serve(name = "{{.Name}}", splitter(
  name = "{{.Name}}",
  doc = "Deals the shuffled rows to folds in turn.",
  params = list(folds = number(10, "Number of folds.", integer = TRUE, min = 2),
                repeats = number(1, "Number of repeats.", integer = TRUE, min = 1)),
  # The folds of each repeat. facts = "groups" of splitter() says that it needs them, "features" that it sees rows$x.
  split = function(rows, params) {
    if (params$folds > rows$count) {
      return(list(problems = list(problem("folds", "More folds than rows", paste("There are", rows$count, "rows.")))))
    }
    lapply(seq_len(params$repeats), function(i) {
      fold <- sample(rep_len(seq_len(params$folds), rows$count))
      lapply(seq_len(params$folds), function(f) list(test = which(fold == f)))
    })
  }))
