# Trains R's own packages, without caret and without bench, and caret's train() as users call it, on folds of two
# datasets that come with R, and writes what they say of the test rows. Rscript caret_reference.R DATASET FOLDER writes X.txt and classes.txt, rows in class order,
# and for each problem of problems.txt (name, fold, method, task, whether rows have weights, target of each class or a
# dot) a file of its scores.
arguments <- commandArgs(TRUE)
data <- switch(arguments[1], iris = iris, fgl = MASS::fgl)
folder <- function(name) file.path(arguments[2], name)
save <- function(x, name) {
  text <- matrix(sprintf("%.17g", as.matrix(x)), nrow(x))
  write.table(text, folder(name), quote = FALSE, row.names = FALSE, col.names = FALSE)
}

class <- as.integer(data[[ncol(data)]])
data <- data[order(class), ]
class <- sort(class)
x <- data[-ncol(data)]
names(x) <- paste0("x", seq_along(x))
save(x, "X.txt")
save(data.frame(class - 1), "classes.txt")
# The rows of a class are divided into three runs.
fold <- unlist(lapply(table(class), function(n) ((seq_len(n) - 1) * 3) %/% n))

reference <- list(
  lda = function(x, y, new) predict(MASS::lda(x, y), new)$posterior,
  rpart = function(x, y, new, weights = rep(1, nrow(x))) {
    fit <- rpart::rpart(y ~ ., cbind(x, y = y), weights = weights, control = rpart::rpart.control(cp = 0.01, xval = 0))
    predict(fit, new)
  },
  rf = function(x, y, new) {
    fit <- randomForest::randomForest(x, y, mtry = 2, ntree = 100)
    if (is.factor(y)) predict(fit, new, type = "prob") else predict(fit, new)
  },
  svmRadial = function(x, y, new) {
    fit <- kernlab::ksvm(as.matrix(x), y, kernel = "rbfdot", kpar = list(sigma = 0.2), C = 1, prob.model = is.factor(y))
    if (is.factor(y)) kernlab::predict(fit, as.matrix(new), type = "probabilities") else kernlab::predict(fit, new)
  },
  untuned = function(x, y, new, ...) {
    fit <- caret::train(x, y, method = "rpart", ...)
    predict(fit, new, type = if (is.factor(y)) "prob" else "raw")
  })

problems <- read.table(folder("problems.txt"), colClasses = "character")
for (i in seq_len(nrow(problems))) {
  p <- unlist(problems[i, ])
  target <- p[-(1:5)]
  used <- fold != as.integer(p[2]) & target[class] != "."
  y <- target[class]
  if (p[4] == "regression") y <- as.numeric(y) else y <- factor(y)
  levels <- if (is.factor(y)) levels(factor(y[used]))
  y <- if (is.factor(y)) factor(as.character(y[used]), levels) else y[used]
  set.seed(as.integer(sub(".*-", "", p[1])))
  parts <- list(x[used, ], y, x[fold == as.integer(p[2]), ])
  if (p[5] == "true") parts$weights <- 1 + (which(used) - 1) %% 3
  scores <- as.matrix(do.call(reference[[p[3]]], parts))
  if (p[4] == "binary") scores <- scores[, "1", drop = FALSE]
  save(scores, p[1])
}
