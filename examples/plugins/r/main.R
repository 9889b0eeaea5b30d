source("bench_plugin.R")

bench_serve(name = "means", learner(
  name = "means",
  doc = "The difference of a row's distances to the means of the two sides.",
  params = list(power = number(2, "Exponent of differences.", above = 0)),
  symmetric = TRUE,
  train = function(x, y, params, task) {
    list(minus = colMeans(x[y < 0, , drop = FALSE]), plus = colMeans(x[y > 0, , drop = FALSE]))
  },
  score = function(model, x, params, task) {
    distance <- function(mean) rowSums(abs(sweep(x, 2, mean))^params$power)
    distance(model$minus) - distance(model$plus)
  }))
