# A plugin of bench with one reduction. bench_plugin.R explains what reducer() takes.
source("bench_plugin.R")

bench_serve(name = "{{.Name}}", reducer(
  name = "{{.Name}}",
  doc = "One-vs-rest, or each pair of classes against the rest; the code word with the largest product decides.",
  params = list(sides = text("one", "The positive classes of a problem.", one_of = c("one", "pairs"))),
  # A row of 1, -1 or 0 for each class, a column for each binary problem.
  plan = function(classes, counts, params, seed) {
    k <- length(classes)
    positive <- if (params$sides == "pairs" && k > 3) utils::combn(k, 2, simplify = FALSE) else as.list(seq_len(k))
    code <- sapply(positive, function(p) ifelse(seq_len(k) %in% p, 1, -1))
    list(code = code, state = list(code = code))
  },
  # Class scores of the scores of the problems, which are side by side.
  decode = function(scores, state, params, kind) {
    list(scores = scores %*% t(do.call(rbind, state$code)))
  }))
