# A plugin of bench with one encoder. bench_plugin.R explains what encoder() takes.
source("bench_plugin.R")

bench_serve(name = "{{.Name}}", encoder(
  name = "{{.Name}}",
  doc = "Numbers less their mean, by their deviation, cut off at a limit; categories as their share of the rows.",
  params = list(limit = number(3, "Deviations from the mean at which numbers are cut off.", above = 0)),
  # Learns from the training rows of a fold: a column of x is numeric, or a factor. target = TRUE of encoder() adds
  # training$target, the classes.
  fit = function(training, params) {
    state <- lapply(training$x, function(column) {
      if (is.factor(column)) return(as.list(c(mean(is.na(column)), table(column) / length(column))))
      mean <- if (all(is.na(column))) 0 else mean(column, na.rm = TRUE)
      deviation <- sqrt(mean((column - mean)^2, na.rm = TRUE))
      list(mean, if (is.na(deviation) || deviation == 0) 1 else deviation)
    })
    list(state = unname(lapply(state, unname)), features = names(training$x))
  },
  # Makes the features of rows, a column each: each row by the state and itself alone.
  transform = function(x, state, params) {
    mapply(function(column, learnt) {
      learnt <- unlist(learnt)
      if (is.factor(column)) return(learnt[1 + ifelse(is.na(column), 0, as.integer(column))])
      limited <- pmax(-params$limit, pmin(params$limit, (column - learnt[1]) / learnt[2]))
      ifelse(is.na(limited), 0, limited)
    }, x, state, SIMPLIFY = FALSE)
  }))
