# The reductions of test/plugins/gradual.
source("bench_plugin.R")

rounds <- 2
largest <- function(scores) max.col(scores, ties.method = "first")

doubts <- reducer(
  name = "r_doubts",
  doc = "One-vs-rest, and then, twice, the pair of classes that is confused most.",
  plan = function(classes, counts, params, seed) {
    k <- length(classes)
    list(code = 2 * diag(k) - 1, outputs = "out_of_fold", folds = 2, later = rounds,
         state = list(classes = k, pairs = list()))
  },
  next_stage = function(training, state, params) {
    k <- state$classes
    stopifnot(is.character(training$kind), ncol(training$outputs) == k + length(state$pairs))
    said <- largest(training$outputs[, seq_len(k)])
    class <- as.vector(training$classes) + 1
    confused <- table(factor(pmin(said, class), seq_len(k)), factor(pmax(said, class), seq_len(k)))
    diag(confused) <- 0
    for (pair in state$pairs) confused[pair[1], pair[2]] <- 0
    if (max(confused) == 0) return(list(done = TRUE, state = state))
    most <- which(t(confused) == max(confused), arr.ind = TRUE)[1, 2:1]
    code <- matrix(0, k, 1)
    code[most, 1] <- c(1, -1)
    pairs <- c(state$pairs, list(as.vector(most)))
    list(code = code, outputs = if (length(pairs) < rounds) "in_sample" else "none",
         state = list(classes = k, pairs = pairs))
  },
  decode = function(scores, state, params, kind) {
    k <- state$classes
    out <- scores[, seq_len(k), drop = FALSE]
    for (l in seq_along(state$pairs)) {
      pair <- state$pairs[[l]]
      for (i in seq_len(nrow(out))) {
        winner <- if (scores[i, k + l] > 0) pair[1] else pair[2]
        if (which.max(out[i, ]) %in% pair) out[i, winner] <- max(out[i, ]) + 1
      }
    }
    list(scores = out)
  })

sides <- reducer(
  name = "r_sides",
  doc = "Two regressions: on the number of the class, and on that number with a sign by the features, of rows that are there twice.",
  tasks = "regression",
  plan = function(classes, counts, params, seed) {
    list(features = TRUE, later = 2, state = list(classes = length(classes)))
  },
  next_stage = function(training, state, params) {
    number <- as.vector(training$classes) + 1
    side <- ifelse(training$x[, 1] > training$x[, 2], 1, -1)
    copies <- ifelse(side > 0, 2, 1)
    rows <- rep(seq_along(side), copies)
    list(task = "regression", targets = cbind(number[rows] + duplicated(rows), (side * number)[rows]),
         target_of = rows - 1, target_weights = 1 / copies[rows], state = state)
  },
  decode = function(scores, state, params, kind) {
    list(scores = scores[, 2] / 1024 - abs(outer(scores[, 1], seq_len(state$classes), "-")))
  })

bench_serve(name = "gradual_r", doubts, sides)
