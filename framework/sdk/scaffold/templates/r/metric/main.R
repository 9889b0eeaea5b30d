# A plugin of bench with one metric. bench_plugin.R explains what metric() takes.
source("bench_plugin.R")

bench_serve(name = "{{.Name}}", metric(
  name = "{{.Name}}",
  doc = "1 less the mean distance of truth and prediction in class order, as a part of the largest there can be.",
  params = list(power = number(1, "Of the distance: 2 counts far mistakes more.", above = 0)),
  # A number for the rows of a fold; NA says that it is undefined. smaller = TRUE of metric() says that smaller is better.
  compute = function(outcome, params) {
    far <- abs(outcome$truth - outcome$predicted) / (length(outcome$classes) - 1)
    weights <- if (is.null(outcome$weights)) rep(1, outcome$rows) else outcome$weights
    1 - weighted.mean(far^params$power, weights)
  }))
