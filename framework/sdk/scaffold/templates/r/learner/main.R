# A plugin of bench with one learner. bench_plugin.R explains what learner() takes.
source("bench_plugin.R")

bench_serve(name = "{{.Name}}", learner(
  name = "{{.Name}}",
  doc = "Nearest centroid: the difference of a row's squared distances to the means of the two sides.",
  params = list(shrink = number(0, "Part of the way that the means go to each other.", min = 0, max = 1)),
  symmetric = TRUE,
  # A model of the rows of x and their targets y, -1 and 1.
  train = function(x, y, params, task) {
    minus <- colMeans(x[y < 0, , drop = FALSE])
    plus <- colMeans(x[y > 0, , drop = FALSE])
    middle <- (minus + plus) / 2
    list(minus = minus + params$shrink * (middle - minus), plus = plus + params$shrink * (middle - plus))
  },
  # A number for each row; above 0 means 1.
  score = function(model, x, params, task) {
    distance <- function(mean) rowSums(sweep(x, 2, mean)^2)
    distance(model$minus) - distance(model$plus)
  }))
