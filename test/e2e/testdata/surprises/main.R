# A learner that signals what is not an error, and scores with what is not a number.
source("bench_plugin.R")

train <- function(x, y, params, task) {
  if (params$what == "interrupted") stop(structure(class = c("interrupt", "condition"), list(message = "", call = NULL)))
  if (params$what == "aborted") invokeRestart("abort")
  colMeans(x[y > 0, , drop = FALSE]) - colMeans(x[y < 0, , drop = FALSE])
}

score <- function(model, x, params, task) {
  scores <- as.vector(x %*% model)
  switch(params$what, complex = scores + 1i, text = as.character(scores), scores)
}

bench_serve(learner("surprising", "Nearest mean, with a surprise.", train, score, list(what = text("", "The surprise."))),
            name = "surprising")
