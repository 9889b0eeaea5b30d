# caret is a plugin of bench with one learner: any method of R's package caret, by name.
source("bench_plugin.R")

# methods describes what caret can do, without loading it.
methods <- local({
  load(system.file("models", "models.RData", package = "caret"))
  models
})

# parameters_of lists what a method can be tuned by; caret calls the only parameter of one without any "parameter".
parameters_of <- function(info) {
  table <- info$parameters[info$parameters$parameter != "parameter", ]
  stats::setNames(as.character(table$class), table$parameter)
}

quoted <- function(words) paste0('"', words, '"', collapse = ", ")

# similar suggests names for one that is not there.
similar <- function(name, known) {
  distance <- utils::adist(name, known, ignore.case = TRUE)
  near <- known[distance <= max(1, nchar(name) %/% 3)]
  near[order(distance[match(near, known)])]
}

check <- function(params) {
  info <- methods[[params$method]]
  if (is.null(info)) return(list(problems = list(unknown_method(params$method))))
  problems <- c(absent_packages(params$method, info), wrong_tuning(params, info))
  if (length(problems) > 0) return(list(problems = problems))
  installed <- c("caret", info$library)
  list(capabilities = capabilities_of(info), prepare = function() for (p in installed) loadNamespace(p),
       runtimes = sapply(unique(info$library), function(p) as.character(utils::packageVersion(p))))
}

unknown_method <- function(name) {
  of_package <- names(Filter(function(info) name %in% info$library, methods))
  detail <- "names(caret::getModelInfo()) lists the methods."
  if (length(near <- similar(name, names(methods))) > 0) detail <- paste0("Did you mean ", quoted(near[1]), "?")
  if (length(of_package) > 0) {
    detail <- paste0("That is a package. Its methods: ", quoted(utils::head(of_package, 8)), ".")
  }
  problem("method", sprintf('caret has no method "%s"', name), detail)
}

absent_packages <- function(method, info) {
  absent <- Filter(function(p) !nzchar(system.file(package = p)), unique(info$library))
  if (length(absent) == 0) return(NULL)
  debian <- paste0("r-cran-", tolower(absent), collapse = " ")
  list(problem("method", sprintf("The method %s needs the package %s, which is not installed", method, quoted(absent)),
               sprintf("In R: install.packages(c(%s)); on Debian: apt-get install %s.", quoted(absent), debian)))
}

wrong_tuning <- function(params, info) {
  takes <- parameters_of(info)
  listed <- if (length(takes) > 0) paste0("It takes ", quoted(names(takes)), ".") else "It takes none."
  Filter(Negate(is.null), lapply(names(params$tune), function(name) {
    if (!name %in% names(takes)) {
      near <- similar(name, names(takes))
      meant <- if (length(near) > 0) paste0(" Did you mean ", quoted(near[1]), "?") else ""
      return(problem(c("tune", name), sprintf('%s has no tuning parameter "%s"', params$method, name),
                     paste0(listed, meant)))
    }
    kind <- switch(takes[[name]], character = "text", logical = "true or false", "a number")
    fits <- switch(kind, text = is.character, "true or false" = is.logical, is.numeric)
    value <- params$tune[[name]]
    if (!fits(value) || length(value) != 1) {
      problem(c("tune", name), sprintf('Wrong value for "%s"', name), sprintf("%s is %s.", name, kind))
    }
  }))
}

# gives_probabilities reports whether a method has class probabilities.
gives_probabilities <- function(info) is.function(info$prob)

capabilities_of <- function(info) {
  tasks <- c(if ("Classification" %in% info$type) c("binary", if (!"Two Class Only" %in% info$tags) "multiclass"),
             if ("Regression" %in% info$type) "regression")
  list(tasks = tasks, scores = if (gives_probabilities(info)) "probability" else "margin", deterministic = TRUE,
       symmetric = FALSE, weights = "Accepts Case Weights" %in% info$tags)
}

levels_of <- function(task) {
  if (task$name == "binary") c("negative", "positive") else paste0("class", seq_len(task$classes) - 1)
}

# outcome makes a factor of class numbers or of -1 and 1.
outcome <- function(y, task) {
  if (task$name == "regression") return(y)
  levels <- levels_of(task)
  factor(levels[if (task$name == "binary") (y + 3) / 2 else y + 1], levels = levels)
}

# frame is what caret sees of rows: named columns.
frame <- function(x) {
  if (is.null(colnames(x))) colnames(x) <- paste0("x", seq_len(ncol(x)))
  colnames(x) <- make.names(colnames(x), unique = TRUE)
  as.data.frame(x)
}

# candidates are the rows of tuning values to train with: what is written, and for the rest those that caret::train()
# tries. NULL leaves all to it.
candidates <- function(info, x, y, tune) {
  known <- names(parameters_of(info))
  if (all(known %in% names(tune))) {
    return(if (length(known) > 0) as.data.frame(tune)[known] else info$grid(x = x, y = y, len = 1, search = "grid"))
  }
  if (length(tune) == 0) return(NULL)
  grid <- info$grid(x = x, y = y, len = 3, search = "grid")
  for (name in names(tune)) grid[[name]] <- tune[[name]]
  unique(grid)
}

# by_name are the methods for which caret::train() itself does more, if it is told their names.
by_name <- c("glmnet", "pls")

# train fits once where all tuning values are written. Otherwise it chooses them among candidates by 25 bootstrap samples
# of the training rows, as caret::train() does when it is told nothing.
train <- function(x, y, params, task) {
  info <- methods[[params$method]]
  x <- frame(x)
  y <- outcome(y, task)
  grid <- candidates(info, x, y, params$tune)
  probabilities <- is.factor(y) && gives_probabilities(info)
  control <- list(classProbs = probabilities, allowParallel = FALSE)
  if (!is.null(grid) && nrow(grid) == 1) {
    # The seeds make caret begin the fit with set.seed(task$seed).
    control <- c(control, list(method = "none", seeds = list(task$seed)))
  }
  # By a name, caret::train() would load the list of all methods again, which takes longer than most fits.
  method <- if (params$method %in% by_name) params$method else info
  arguments <- c(list(x = x, y = y, method = method, trControl = do.call(caret::trainControl, control)),
                 if (!is.null(grid)) list(tuneGrid = grid), params$args)
  if (!is.null(task$weights)) arguments$weights <- task$weights
  model <- do.call(caret::train, arguments)
  model$method <- params$method
  model
}

score <- function(model, x, params, task) {
  said <- NULL
  type <- if (task$name != "regression" && gives_probabilities(methods[[params$method]])) "prob" else "raw"
  predicted <- withCallingHandlers(stats::predict(model, newdata = frame(x), type = type),
                                   warning = function(w) said <<- conditionMessage(w))
  if (anyNA(predicted)) stop("caret predicts NA for some rows; the last warning: ", said, call. = FALSE)
  if (task$name == "regression") return(as.double(predicted))
  levels <- levels_of(task)
  if (type == "raw") {
    predicted <- as.data.frame(outer(as.character(predicted), levels, "==") * 1)
    names(predicted) <- levels
  }
  if (task$name == "multiclass") return(as.matrix(predicted[levels]))
  if (type == "prob") predicted$positive else 2 * predicted$positive - 1
}

bench_serve(
  name = "caret", version = "0.1.0", runtimes = list(caret = as.character(utils::packageVersion("caret"))),
  learner(
    name = "caret", doc = "A method of R's package caret, with the tuning values that are written.",
    params = list(
      method = text(doc = "The method's name in caret, such as rpart, rf, svmRadial, lda.", required = TRUE),
      tune = param("map(any)", doc = paste("Values of the method's tuning parameters. What is left out is chosen as",
                                           "caret's train() does: among three values by 25 bootstrap samples of the",
                                           "training rows, some 25 to 75 fits a model.")),
      args = param("map(any)", doc = "Other arguments of the function that fits, such as ntree = 200.")),
    tasks = c("binary", "multiclass", "regression"), scores = "probability", check = check, train = train,
    score = score))
