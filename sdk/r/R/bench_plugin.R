# bench_plugin serves what is written in R (learners, reductions, metrics, encoders, splitters) as a plugin of bench,
# through bench-adapter.
# Source this file, or install the package around it and call library(benchplugin). It needs jsonlite.

# learner describes a learner.
#
# train(x, y, params, task) returns a model: any value. x is a numeric matrix with a row an example, or, if there
# are nominal columns, a data frame in which those are factors (NA: a value that the training rows lack, or none).
# y is -1 or 1 (binary), a class number from 0 (multiclass) or a number (regression). task is a list: name
# ("binary", "multiclass", "regression"), classes (how many), weights (a number a row, or NULL) and seed, by which
# the generator of random numbers has been seeded. A list model may have attributes objective and converged.
#
# score(model, x, params, task) returns a number a row (above 0, or above 0.5 if scores are probabilities, means 1;
# of a regression the number itself), or for multiclass problems a matrix with a column a class.
#
# check(params), if given, is asked before anything trains. It returns NULL, or a list with problems (made by
# problem), runtimes (versions of packages, by name), capabilities (tasks, scores, weights and so on, where they
# depend on the parameters) and prepare, a function that loads what takes long: it is called after the answer.
learner <- function(name, doc, train, score, params = list(), tasks = "binary", scores = "margin", weights = FALSE,
                    symmetric = FALSE, deterministic = TRUE, check = NULL) {
  list(kind = "learner", name = name, doc = doc, params = params, check = check, train = train, score = score,
       capabilities = list(tasks = tasks, scores = scores, weights = weights, symmetric = symmetric,
                           deterministic = deterministic))
}

# reducer describes a reduction.
#
# plan(classes, counts, params, seed) returns a stage: a list with code, a matrix of 1, -1 and 0 with a row a class
# and a column a binary problem, or with task = "multiclass"; and state, which comes back to decode and must survive
# JSON. Other fields of a stage are those of docs/plugins/json-lines.md. It may return list(problems = ...) instead.
#
# decode(scores, state, params, kind) gets a row an example and a column a problem. It returns a list with scores
# (a column a class), and if it likes probabilities (likewise) and predictions (class numbers from 0).
#
# next_stage(training, state, params), for reductions of several stages, returns the next stage, or list(done =
# TRUE, state = ...). training has rows, counts, seed, kind, and what was asked for: outputs, classes, labels, x. A
# stage may have targets, a matrix with a column a problem.
reducer <- function(name, doc, plan, decode, params = list(), next_stage = NULL, tasks = "binary",
                    probabilities = character(), needs = character(), deterministic = TRUE, multi_label = FALSE,
                    check = NULL) {
  list(kind = "reduction", name = name, doc = doc, params = params, check = check, plan = plan, decode = decode,
       next_stage = next_stage,
       capabilities = list(tasks = tasks, probabilities = probabilities, needs = needs, deterministic = deterministic,
                           multi_label = multi_label))
}

# metric describes a metric.
#
# compute(outcome, params) returns a number for some rows, NA or NaN where it is undefined. outcome has rows, classes
# (names; of multi-label data the labels), truth and predicted (class numbers from 0; of multi-label data matrices of 1
# and 0 with a column a label), scores (a matrix with a column a class), and probabilities, weights and groups (a number
# a row, equal in one group), or NULL where there are none. facts are what it cannot do without: "groups", "weights".
metric <- function(name, doc, compute, params = list(), smaller = FALSE, needs = character(), deterministic = TRUE,
                   multi_label = FALSE, facts = character(), check = NULL) {
  list(kind = "metric", name = name, doc = doc, params = params, check = check, compute = compute,
       capabilities = list(smaller = smaller, needs = needs, deterministic = deterministic, multi_label = multi_label,
                           facts = facts))
}

# splitter describes a splitter, a method of validation.
#
# split(rows, params) returns a list with an element for each repeat: a list of folds, each list(test = ..., train = ...)
# with the numbers of its rows from 1, or TRUE for its rows. Without train a fold trains on all rows that it does not
# test. It may return list(problems = ...) instead. rows has count, classes (names), truth (class numbers from 0; of
# multi-label data a matrix of 1 and 0), seed, by which the generator of random numbers has been seeded, and quantity,
# groups, weights and x, or NULL where there are none. facts are those it cannot do without: "groups", "weights", and
# "features", without which there is no x.
splitter <- function(name, doc, split, params = list(), facts = character(), check = NULL) {
  list(kind = "validation", name = name, doc = doc, params = params, check = check, split = split,
       capabilities = list(deterministic = TRUE, facts = facts))
}

# encoder describes an encoder.
#
# fit(training, params) returns a list with state, which comes back to transform and must survive JSON, and features, the
# names of the features. training has x, a data frame of training rows (numbers, NA where one is missing, and factors,
# whose levels are the values of the whole dataset), weights and groups (a number a row, or NULL), seed, and with target =
# TRUE classes (names; of multi-label data the labels) and target (class numbers from 0; of multi-label data a matrix of 1
# and 0 with a column a label).
#
# transform(x, state, params) returns a matrix, or a list of columns, with a column a feature: finite numbers, which for a
# row depend on the state and this row alone.
encoder <- function(name, doc, fit, transform, params = list(), target = FALSE, multi_label = FALSE, deterministic = TRUE,
                    check = NULL) {
  list(kind = "encoder", name = name, doc = doc, params = params, check = check, fit = fit, transform = transform,
       capabilities = list(target = target, multi_label = multi_label, deterministic = deterministic))
}

# param declares a parameter of any type of docs/plugin-reference.md. Without a default it is absent unless written.
param <- function(type, doc, default = NULL, required = FALSE, one_of = NULL, min = NULL, max = NULL, above = NULL,
                  integer = NULL, decoding = NULL) {
  given <- list(type = type, doc = doc, default = default, required = required, min = min, max = max, above = above,
                integer = integer, decoding = decoding)
  if (!is.null(one_of)) given$one_of <- as.list(one_of)
  Filter(Negate(is.null), given)
}

number <- function(default = NULL, doc, ...) param("number", doc, default, ...)
text <- function(default = NULL, doc, ...) param("string", doc, default, ...)
flag <- function(default = NULL, doc, ...) param("bool", doc, default, ...)

# problem is what is wrong with a parameter, for check and plan. path leads to it: list("tune", "cp").
problem <- function(path, summary, detail, severity = "error") {
  list(severity = severity, summary = summary, detail = detail, path = as.list(path))
}

# bench_serve answers the requests of bench until there are no more.
bench_serve <- function(..., name, version = "0.1.0", runtimes = list()) {
  components <- list(...)
  names(components) <- vapply(components, function(c) c$name, "")
  protect_answers()
  own <- outside_code()
  versions <- c(list(R = as.character(getRversion())), runtimes)
  about <- list(name = name, version = version, components = components, code = own$code,
                runtimes = c(versions, own$versions[setdiff(names(own$versions), names(versions))]))
  models <- new.env()
  requests <- file("stdin", "r")
  answers <- file("/dev/fd/3", "w")
  while (length(line <- readLines(requests, 1, warn = FALSE)) > 0) {
    answer <- withRestarts(tryCatch(answer_to(about, models, line), error = function(e) list(error = told(e)),
                                    interrupt = function(i) list(error = "the plugin was interrupted")),
                           abort = function() list(error = "the plugin invoked the restart abort"))
    json <- jsonlite::toJSON(answer, auto_unbox = TRUE, digits = NA, null = "null", force = TRUE)
    writeLines(gsub("\n", " ", json), answers)
    flush(answers)
    prepare <- attr(answer, "prepare")
    if (!is.null(prepare)) try(prepare())
  }
  invisible()
}

# What is loaded from outside the folder of the plugin belongs to the identity of cells: outside has the files that
# source, sys.source and dyn.load have read. Once bench has been told, there can be no others.
outside <- new.env()
outside$files <- character()
outside$told <- FALSE

note_code <- function(file) {
  if (!is.character(file) || length(file) != 1) return(invisible())
  if (grepl("^[a-z]+://", file)) stop(file, ": code of a plugin is a file, whose bytes bench can hash", call. = FALSE)
  path <- suppressWarnings(normalizePath(file))
  inside <- vapply(c(outside$home, normalizePath(.libPaths()), R.home()), function(d) startsWith(path, paste0(d, "/")), NA)
  if (any(inside) || path %in% outside$files || !file.exists(path)) return(invisible())
  if (outside$told) {
    stop(path, " is not part of the plugin, and bench did not see that it would be loaded: source it before bench_serve",
         call. = FALSE)
  }
  outside$files <- c(outside$files, path)
}

watch_code <- function() {
  outside$home <- normalizePath(getwd())
  for (f in c("source", "sys.source", "dyn.load")) {
    watched <- get(f, baseenv())
    body(watched) <- call("{", call("note_code", as.name(names(formals(watched))[1])), body(watched))
    body(watched)[[2]][[1]] <- note_code
    unlockBinding(f, baseenv())
    assign(f, watched, baseenv())
  }
}

# outside_code gives the paths of code outside the folder by name, those of packages that come from no repository too, and
# the versions of the other packages that the plugin has attached.
outside_code <- function() {
  outside$told <- TRUE
  files <- outside$files
  names(files) <- make.unique(basename(files))
  versions <- list()
  for (p in setdiff(.packages(), "benchplugin")) {
    described <- utils::packageDescription(p)
    if (identical(described$Priority, "base")) next
    if (is.null(described$Repository)) files[p] <- getNamespaceInfo(p, "path")
    else versions[[p]] <- described$Version
  }
  list(code = if (length(files) > 0) as.list(files) else nothing(), versions = versions)
}

.onLoad <- function(...) watch_code() # of the package; a file that is sourced is recognised by its environment
if (identical(topenv(environment()), globalenv())) watch_code()

# protect_answers sends what is printed to stderr and makes quit an error: neither may end a run.
protect_answers <- function() {
  sink(stderr(), type = "output")
  options(warn = 1, device = function(...) grDevices::pdf(NULL))
  if (Sys.getenv("TZ") == "") Sys.setenv(TZ = "UTC")
  refuse <- function(...) stop("quit() was called", call. = FALSE)
  for (f in c("q", "quit")) {
    unlockBinding(f, baseenv())
    assign(f, refuse, baseenv())
  }
}

# told is the text of an error and the call that it comes from.
told <- function(e) {
  where <- conditionCall(e)
  text <- trimws(conditionMessage(e))
  if (text == "") text <- "an error without a message"
  if (is.null(where)) text else paste0(text, " (in ", substr(deparse(where)[1], 1, 100), ")")
}

answer_to <- function(about, models, line) {
  r <- jsonlite::fromJSON(line, simplifyVector = TRUE, simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
  component <- if (!is.null(r$component)) about$components[[r$component]]
  switch(r$call,
    describe = description(about),
    validate = verdict(component$check(r$config)),
    train = trained(component, models, r),
    score = scored(models, r),
    size = sized(models, r$model),
    forget = forgotten(models, r$model),
    plan = planned(component, r),
    "next" = staged(component, r),
    decode = decoded(component, r),
    compute = computed(component, r),
    fit = learnt(component, r),
    transform = encoded(component, r),
    split = divided(component, r),
    stop("the call ", r$call, " is unknown"))
}

nothing <- function() structure(list(), names = character())

# lists makes JSON lists of vectors, also of one element.
lists <- function(capabilities) {
  several <- intersect(names(capabilities), c("tasks", "probabilities", "needs", "facts"))
  capabilities[several] <- lapply(capabilities[several], as.list)
  capabilities
}

description <- function(about) {
  about$components <- unname(lapply(about$components, function(c) {
    params <- lapply(names(c$params), function(n) c(list(name = n), c$params[[n]]))
    c(list(kind = c$kind, name = c$name, doc = c$doc, params = params, validates = !is.null(c$check)),
      lists(c$capabilities))
  }))
  about
}

verdict <- function(v) {
  answer <- nothing()
  if (length(v$problems) > 0) answer$diagnostics <- v$problems
  if (!is.null(v$capabilities)) answer$capabilities <- lists(v$capabilities)
  if (length(v$runtimes) > 0) answer$runtimes <- as.list(v$runtimes)
  attr(answer, "prepare") <- v$prepare
  answer
}

# seeded makes what follows depend on the seed alone.
seeded <- function(seed) set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")

trained <- function(component, models, r) {
  task <- list(name = r$task, classes = r$classes, seed = r$seed, columns = columns_of(r$names))
  if (nzchar(r$weights)) task$weights <- read_npy(r$weights)
  x <- features(r$X, task$columns)
  seeded(r$seed)
  model <- component$train(x, read_npy(r$y), r$config, task)
  assign(r$model, list(model = model, component = component, params = r$config, task = task), models)
  answer <- nothing()
  answer$objective <- attr(model, "objective")
  answer$converged <- attr(model, "converged")
  answer$sizes <- TRUE
  answer
}

# sized tells how long a model is when it is serialised, with all that its functions refer to.
sized <- function(models, model) list(bytes = length(serialize(models[[model]]$model, NULL, xdr = FALSE)))

scored <- function(models, r) {
  m <- models[[r$model]]
  if (is.null(m)) stop("the model ", r$model, " is unknown", call. = FALSE)
  seeded(m$task$seed)
  scores <- m$component$score(m$model, features(r$X, m$task$columns), m$params, m$task)
  scores <- numbers(if (is.matrix(scores)) scores else matrix(scores, ncol = 1), "score returned values")
  if (nrow(scores) != r$rows || ncol(scores) != r$width) {
    stop(sprintf("score returned %d x %d numbers for %d rows of %d", nrow(scores), ncol(scores), r$rows, r$width),
         call. = FALSE)
  }
  write_npy(scores, r$output)
  nothing()
}

forgotten <- function(models, model) {
  if (exists(model, models, inherits = FALSE)) rm(list = model, envir = models)
  nothing()
}

stage_answer <- function(s, r) {
  if (!is.null(s$problems)) return(list(diagnostics = s$problems))
  if (!is.null(s$code) && is.null(s$task)) s$task <- "binary"
  if (!is.null(s$target_of)) s$target_of <- as.integer(s$target_of) # 1e+05 is not a whole number in JSON
  for (several in intersect(names(s), c("labels", "inputs", "of", "target_of", "target_weights"))) s[[several]] <- as.list(s[[several]])
  if (!is.null(s$targets)) {
    targets <- numbers(as.matrix(s$targets), "a stage has targets")
    write_npy(targets, r$targets)
    s$target_columns <- ncol(targets)
    if (identical(s$task, "multiclass") && is.null(s$groups)) s$groups <- max(targets) + 1
    s$targets <- NULL
  }
  s
}

planned <- function(component, r) {
  seeded(r$seed)
  stage_answer(component$plan(r$classes, r$counts, r$config, r$seed), r)
}

staged <- function(component, r) {
  if (is.null(component$next_stage)) stop("this reduction has one stage only", call. = FALSE)
  read <- function(path) if (!is.null(path)) read_npy(path)
  training <- list(rows = r$rows, counts = r$counts, seed = r$seed, kind = r$score_kind, outputs = read(r$outputs),
                   classes = read(r$classes), labels = read(r$labels), x = read(r$X))
  seeded(r$seed)
  stage_answer(component$next_stage(training, r$state, r$config), r)
}

decoded <- function(component, r) {
  scores <- matrix(read_npy(r$scores), r$rows, r$columns)
  d <- component$decode(scores, r$state, r$config, r$score_kind)
  write_npy(numbers(d$scores, "decode returned scores"), r$class_scores)
  if (!is.null(d$probabilities)) write_npy(numbers(d$probabilities, "decode returned probabilities"), r$probabilities)
  if (!is.null(d$predictions)) write_npy(numbers(d$predictions, "decode returned predictions"), r$predictions)
  list(classes = ncol(d$scores), probabilities = !is.null(d$probabilities), predictions = !is.null(d$predictions))
}

computed <- function(component, r) {
  read <- function(path, columns) if (nzchar(path)) if (columns == 0) read_npy(path) else matrix(read_npy(path), r$rows, columns)
  k <- length(r$classes)
  labels <- if (r$multi_label) k else 0
  outcome <- list(rows = r$rows, classes = r$classes, truth = read(r$truth, labels), predicted = read(r$predictions, labels),
                  scores = read(r$scores, k), probabilities = read(r$probabilities, k), weights = read(r$weights, 0),
                  groups = read(r$groups, 0))
  value <- component$compute(outcome, r$config)
  if (!is.numeric(value) && !identical(value, NA) || length(value) != 1 || is.infinite(value)) {
    stop("compute returned ", paste(deparse(value), collapse = " "), ", which is not a number", call. = FALSE)
  }
  list(value = if (!is.na(value)) value)
}

# records are rows of a table as a data frame.
records <- function(r) as.data.frame(with_columns(matrix(read_npy(r$X), r$rows, r$columns), columns_of(r$names)))

learnt <- function(component, r) {
  read <- function(path) if (nzchar(path)) read_npy(path)
  training <- list(x = records(r), classes = unlist(r$classes), multi_label = r$multi_label, target = read(r$target),
                   weights = read(r$weights), groups = read(r$groups), seed = r$seed)
  seeded(r$seed)
  made <- component$fit(training, r$config)
  list(state = made$state, features = lapply(as.list(made$features), function(f) if (is.list(f)) f else list(name = f)))
}

encoded <- function(component, r) {
  x <- component$transform(records(r), r$state, r$config)
  if (!is.matrix(x)) x <- do.call(cbind, unname(as.list(x)))
  if (!is.numeric(x) || nrow(x) != r$rows || ncol(x) != r$width) {
    stop(sprintf("transform returned %s x %s values for %d rows of %d features", nrow(x), ncol(x), r$rows, r$width),
         call. = FALSE)
  }
  write_npy(x, r$output)
  nothing()
}

divided <- function(component, r) {
  read <- function(path) if (nzchar(path)) read_npy(path)
  x <- if (nzchar(r$X)) records(r)
  truth <- read(r$truth)
  if (r$multi_label) truth <- matrix(truth, r$rows, length(r$classes))
  seeded(r$seed)
  repeats <- component$split(list(count = r$rows, classes = r$classes, truth = truth, quantity = read(r$quantity),
                                  groups = read(r$groups), weights = read(r$weights), x = x, seed = r$seed), r$config)
  if (!is.null(repeats$problems)) return(list(diagnostics = repeats$problems))
  part <- function(i, f, rows, tested) {
    if (is.logical(rows)) rows <- which(rows)
    if (length(rows) > 0) cbind(i - 1, f - 1, rows - 1, tested)
  }
  entries <- lapply(seq_along(repeats), function(i) {
    do.call(rbind, lapply(seq_along(repeats[[i]]), function(f) {
      fold <- repeats[[i]][[f]]
      rbind(part(i, f, fold$train, 0), part(i, f, fold$test, 1))
    }))
  })
  entries <- do.call(rbind, entries)
  if (is.null(entries)) entries <- matrix(0, 0, 4)
  write_npy(unname(entries), r$output)
  list(rows = nrow(entries))
}

columns_of <- function(path) {
  if (!is.null(path) && nzchar(path)) jsonlite::read_json(path, simplifyVector = FALSE)
}

# features reads a matrix, or hands out the last one again: many problems have the same rows.
features <- local({
  last <- list(path = "")
  function(path, columns) {
    if (!identical(last$path, path)) last <<- list(path = path, x = with_columns(read_npy(path), columns))
    last$x
  }
})

# with_columns names the columns of a matrix and makes factors of nominal ones.
with_columns <- function(x, columns) {
  if (is.null(columns)) return(x)
  nominal <- vapply(columns, function(c) identical(c$kind, "nominal"), TRUE)
  colnames(x) <- make.unique(vapply(columns, function(c) c$name, ""))
  if (!any(nominal)) return(x)
  frame <- as.data.frame(x)
  for (j in which(nominal)) {
    values <- unlist(columns[[j]]$values)
    number <- x[, j]
    number[number < 0] <- NA
    frame[[j]] <- factor(values[number + 1], levels = values)
  }
  frame
}

npy_types <- list("<f8" = list("double", 8), "<i4" = list("integer", 4), "|i1" = list("integer", 1))

# read_npy reads a file of NumPy's format, with elements float64, int32 or int8: a vector, or a matrix.
read_npy <- function(path) {
  con <- file(path, "rb")
  on.exit(close(con))
  start <- readBin(con, "raw", 8)
  if (!identical(start[1:6], as.raw(c(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59)))) stop(path, " is no .npy file")
  wide <- as.integer(start[7]) > 1
  size <- readBin(con, "integer", 1, size = if (wide) 4 else 2, signed = wide, endian = "little")
  header <- rawToChar(readBin(con, "raw", size))
  type <- npy_types[[sub(".*'descr': *'([^']*)'.*", "\\1", header)]]
  if (is.null(type)) stop(path, " has elements of another type: ", header)
  shape <- sub(".*'shape': *\\(([^)]*)\\).*", "\\1", header)
  shape <- as.numeric(regmatches(shape, gregexpr("[0-9]+", shape))[[1]])
  data <- as.double(readBin(con, type[[1]], prod(shape), size = type[[2]], endian = "little"))
  if (length(data) != prod(shape)) stop(path, " ends too early")
  if (length(shape) < 2) return(data)
  matrix(data, shape[1], shape[2], byrow = !grepl("'fortran_order': *True", header))
}

# numbers refuses what R would make numbers of in silence: complex ones, text and factors.
numbers <- function(x, what) {
  if (!is.numeric(x) && !is.logical(x)) stop(what, " of the type ", typeof(x), ", which is not one of real numbers", call. = FALSE)
  x
}

# write_npy writes a matrix or a vector as float64 in C order.
write_npy <- function(x, path) {
  shape <- if (is.matrix(x)) paste0("(", nrow(x), ", ", ncol(x), ")") else paste0("(", length(x), ",)")
  header <- paste0("{'descr': '<f8', 'fortran_order': False, 'shape': ", shape, ", }")
  header <- paste0(header, strrep(" ", 63 - (nchar(header) + 10) %% 64), "\n")
  con <- file(path, "wb")
  on.exit(close(con))
  writeBin(as.raw(c(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0)), con)
  writeBin(nchar(header), con, size = 2, endian = "little")
  writeBin(charToRaw(header), con)
  writeBin(as.double(if (is.matrix(x)) t(x) else x), con, size = 8, endian = "little")
}
