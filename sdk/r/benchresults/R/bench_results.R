# bench_results reads results of bench as data frames and runs experiment files: docs/notebooks.md tells how.
# Source this file, or install the package around it and call library(benchresults). It needs nothing but R.

# bench_load opens a results folder, or a capsule that `bench pack` wrote. results$scores, results$cells and so on are
# data frames, one for each CSV file; a file is read when it is first asked for. Names are factors with levels in the
# order of the file, other texts are character, and numbers are numeric; what is missing is NA or NaN. Rows have the
# order of the file. results$tables is a list of the tables of the report, which print as Markdown; their numbers are
# attr(table, "frame").
bench_load <- function(path) {
  if (!file.exists(path)) stop(path, " does not exist; bench run FILE writes into results/NAME, or where -out says")
  folder <- if (dir.exists(path)) path else unpacked(path)
  has <- function(name) file.exists(file.path(folder, name))
  if (!has("datapackage.json")) {
    if (!has("manifest.json")) stop(path, " does not hold results: it has neither datapackage.json nor manifest.json")
    stop(path, " has no tables yet: its run is not finished, or was interrupted. The same bench run goes on with it; ",
         "bench report ", path, " writes tables of the cells that are done")
  }
  if (has("manifest.json") && any(grepl('^  "finished": null', lines_of(file.path(folder, "manifest.json"))))) {
    warning("a run in ", path, " is not finished: its tables may lack cells", call. = FALSE)
  }
  structure(list(path = path, folder = folder, read = new.env()), class = "bench_results")
}

# unpacked is a folder with the result files of a capsule. It is removed at the end of R.
unpacked <- function(path) {
  damaged <- function(e) stop(path, " is not a capsule that can be read: ", conditionMessage(e), call. = FALSE)
  folder <- tempfile("bench-capsule-")
  dir.create(folder)
  tryCatch({
    members <- utils::untar(path, list = TRUE, tar = "internal")
    wanted <- grep("^results/(tables/)?[^/]+\\.(csv|csv\\.gz|md|json)$", members, value = TRUE)
    if (length(wanted) == 0) stop("it holds no results")
    utils::untar(path, files = wanted, exdir = folder, tar = "internal")
  }, error = damaged, warning = damaged)
  file.path(folder, "results")
}

lines_of <- function(file) readLines(file, warn = FALSE, encoding = "UTF-8")

# text_columns are the columns that hold text; those of text_files hold it in some files only.
text_columns <- c("dataset", "encoder", "learner", "reduction", "metric", "status", "error", "ended", "kind", "name",
                  "parameter", "label", "truth", "prediction", "predicted", "curve", "values", "problem", "trained_by",
                  "comparison", "test", "a", "b", "planned")
text_values <- c("variants.csv", "tuned.csv")

# Columns of sentences and of values that are JSON; other texts are names, which become factors.
prose <- c("error", "value", "values")

# Columns that are compared with each other have the same levels.
pairs <- list(c("truth", "prediction"), c("truth", "predicted"), c("a", "b"))

# read_frame reads a CSV file, packed or not.
read_frame <- function(file) {
  frame <- utils::read.csv(gzfile(file), colClasses = "character", na.strings = character(), check.names = FALSE,
                           encoding = "UTF-8", comment.char = "", strip.white = FALSE)
  names(frame) <- plain(names(frame))
  texts <- names(frame) %in% text_columns | startsWith(names(frame), "param:") |
    (names(frame) == "value" & basename(file) %in% text_values)
  if (basename(dirname(file)) == "tables") texts <- texts | !vapply(frame, numeric_text, TRUE) | seq_along(frame) == 1
  for (at in seq_along(frame)) {
    column <- frame[[at]]
    if (!texts[at]) {
      frame[[at]] <- as.numeric(column)
    } else {
      column <- plain(ifelse(column == "", NA_character_, column))
      frame[[at]] <- if (names(frame)[at] %in% prose) column else factor(column, unique(column[!is.na(column)]))
    }
  }
  alike(frame)
}

# plain removes the apostrophe that keeps a spreadsheet from computing a text.
plain <- function(texts) sub("^'('*[-=+@\t\r])", "\\1", texts)

numeric_text <- function(texts) all(texts %in% c("", "NaN") | !is.na(suppressWarnings(as.numeric(texts))))

# alike gives pairs of columns the levels of both.
alike <- function(frame) {
  for (pair in Filter(function(pair) all(pair %in% names(frame)), pairs)) {
    both <- union(levels(frame[[pair[1]]]), levels(frame[[pair[2]]]))
    for (name in pair) frame[[name]] <- factor(frame[[name]], both)
  }
  frame
}

# frame_files are the CSV files of results, by the names of their frames.
frame_files <- function(results) {
  files <- list.files(unclass(results)$folder, "\\.csv(\\.gz)?$")
  structure(files, names = sub("\\.csv(\\.gz)?$", "", files))
}

names.bench_results <- function(x) c(names(frame_files(x)), "tables")

`$.bench_results` <- function(x, name) x[[name]]

`[[.bench_results` <- function(x, name) {
  own <- unclass(x)
  if (is.null(own$read[[name]])) {
    files <- frame_files(x)
    if (!name %in% names(x)) stop(own$path, " has no ", name, ": it has ", paste(names(x), collapse = ", "))
    value <- if (name == "tables") read_tables(own$folder) else read_frame(file.path(own$folder, files[[name]]))
    assign(name, value, envir = own$read)
  }
  own$read[[name]]
}

# read_tables reads the tables of the report, by name.
read_tables <- function(folder) {
  files <- list.files(file.path(folder, "tables"), "\\.md$", full.names = TRUE)
  tables <- lapply(files, function(file) {
    structure(lines_of(file), frame = read_frame(sub("md$", "csv", file)), class = "bench_table")
  })
  structure(tables, names = sub("\\.md$", "", basename(files)))
}

counts <- function(results) {
  found <- table(results$cells$status)
  if (length(found) == 0) "none" else paste(found, names(found), collapse = ", ")
}

print.bench_results <- function(x, ...) {
  listed <- function(names) paste(names, collapse = ", ")
  cat("Results in ", unclass(x)$path, "\ncells: ", counts(x), "\nframes: ", listed(names(frame_files(x))), "\ntables: ",
      listed(names(x$tables)), "\n", sep = "")
  invisible(x)
}

print.bench_table <- function(x, ...) {
  cat(unclass(x), sep = "\n")
  invisible(x)
}

# In R Markdown and Quarto results are their tables, whatever the document becomes; in Jupyter they are HTML.
knit_print.bench_results <- function(x, ...) {
  knitr::asis_output(paste(unlist(lapply(x$tables, c, "")), collapse = "\n"))
}

knit_print.bench_table <- function(x, ...) knitr::asis_output(paste(c(unclass(x), ""), collapse = "\n"))

repr_html.bench_results <- function(obj, ...) {
  about <- paste0("<p>", escaped(unclass(obj)$path), "; cells: ", escaped(counts(obj)), "</p>")
  paste(c(about, vapply(obj$tables, html, "")), collapse = "\n")
}

repr_html.bench_table <- function(obj, ...) html(obj)

repr_text.bench_results <- function(obj, ...) paste(utils::capture.output(print(obj)), collapse = "\n")

repr_text.bench_table <- function(obj, ...) paste(unclass(obj), collapse = "\n")

# html is the HTML of a table in Markdown. Nothing of the file is taken as HTML.
html <- function(table) {
  lines <- Filter(nzchar, as.character(unclass(table)))
  row <- function(line) {
    cells <- strsplit(substr(line, 2, nchar(line) - 1), "(?<!\\\\)\\|", perl = TRUE)[[1]]
    paste0("<tr>", paste0("<td>", vapply(trimws(cells), inline, ""), "</td>", collapse = ""), "</tr>")
  }
  one <- function(line) {
    if (startsWith(line, "#")) paste0("<h4>", inline(sub("^#+ ", "", line)), "</h4>")
    else if (startsWith(line, "| ")) row(line)
    else paste0("<p>", inline(line), "</p>")
  }
  lines <- lines[!startsWith(lines, "|:")]
  rows <- startsWith(lines, "| ")
  first <- rows & !c(FALSE, rows[-length(rows)])
  last <- rows & !c(rows[-1], FALSE)
  paste0(ifelse(first, "<table>", ""), vapply(lines, one, ""), ifelse(last, "</table>", ""), collapse = "\n")
}

# inline is text with what is bold or underlined, and no other markup.
inline <- function(text) {
  marks <- c("(?<!\\\\)<ins>" = "\001", "(?<!\\\\)</ins>" = "\002",
             "(?<!\\\\)\\*\\*(.*?)(?<!\\\\)\\*\\*" = "\003\\1\004",
             "\\\\(.)" = "\\1")
  for (mark in names(marks)) text <- gsub(mark, marks[[mark]], text, perl = TRUE)
  text <- escaped(text)
  tags <- c("\001" = "<ins>", "\002" = "</ins>", "\003" = "<b>", "\004" = "</b>")
  for (mark in names(tags)) text <- gsub(mark, tags[[mark]], text, fixed = TRUE)
  text
}

escaped <- function(text) {
  gsub(">", "&gt;", gsub("<", "&lt;", gsub("&", "&amp;", text, fixed = TRUE), fixed = TRUE), fixed = TRUE)
}

# bench_run runs the missing cells of an experiment file and returns its results, as `bench run FILE` does.
#
# out is the results folder, by default results/NAME, where NAME is the experiment's. var is a list of variables of the
# file. arguments are further arguments of `bench run`, such as c("-retry", "failed"). progress shows how far the run
# is, its notes and its warnings. Cells that fail are an error unless check is FALSE. program is the program bench, by
# default the one in PATH.
#
# The error has the class bench_run_error and the fields status, the exit status of bench, and results, which may be
# NULL. An interrupt ends the run; finished cells are kept, and the same call goes on with it.
bench_run <- function(file, out = NULL, var = list(), workers = NULL, arguments = character(), progress = TRUE,
                      check = TRUE, program = NULL) {
  if (is.null(program)) program <- Sys.which("bench")
  if (!nzchar(program)) stop("the program bench was not found in PATH: write program = \"...\"")
  given <- vapply(var, function(value) if (is.logical(value)) tolower(value) else as.character(value), "")
  words <- c(program, "run", file, "-json", if (!is.null(out)) c("-out", out),
             rbind(rep("-var", length(var)), sprintf("%s=%s", names(var), given)),
             if (!is.null(workers)) c("-workers", workers), arguments)
  run <- watched(progress)
  status <- follow(words, run$take)
  results <- if (run$reported) tryCatch(bench_load(run$out), error = function(e) NULL)
  if (!is.null(results) && (status == 0 || !check)) return(results)
  said <- c(run$errors, if (length(run$failed) > 0) paste(length(run$failed), "cells failed:"),
            utils::head(run$failed, 10))
  if (length(said) == 0) said <- run$notes # cells that failed before
  if (length(said) == 0) said <- paste("bench run", file, "ended with status", status)
  stop(structure(list(message = paste(said, collapse = "\n"), call = NULL, status = status, results = results),
                 class = c("bench_run_error", "error", "condition")))
}

# follow runs a command, passes on its lines and returns its exit status. After an interrupt the command is asked to
# end, and has ended when follow returns.
follow <- function(words, take) {
  command <- paste("echo $$; exec", paste(shQuote(words), collapse = " "), "2>&1 </dev/null")
  from <- pipe(command, "r", encoding = "UTF-8")
  process <- as.integer(readLines(from, 1))
  on.exit({
    tools::pskill(process, tools::SIGINT)
    while (length(readLines(from, 100, warn = FALSE)) > 0) NULL
    close(from)
  })
  while (length(line <- readLines(from, 1, warn = FALSE)) > 0) take(line)
  on.exit()
  waited <- close(from) # what wait says: the exit status, then a byte of the signal that ended the process
  if (is.null(waited)) 0 else if (waited >= 256) waited %/% 256 else waited
}

# watched takes the events of a run (docs/events.md), and shows them with progress.
watched <- function(progress) {
  run <- new.env()
  run$out <- ""
  run$reported <- FALSE
  run$errors <- run$failed <- run$notes <- character()
  cells <- "0"
  rewritten <- interactive() || isTRUE(getOption("jupyter.in_kernel"))
  begun <- shown <- as.numeric(Sys.time())
  say <- function(..., over = FALSE) if (progress) message(if (rewritten) "\r", ..., appendLF = !(over && rewritten))
  count <- function(done, failed) {
    shown <<- as.numeric(Sys.time())
    say(done, " of ", cells, " cells, ", failed, " failed, ", round(shown - begun), " s", over = TRUE)
  }
  run$take <- function(line) {
    of <- function(key) json_field(line, key)
    switch(if (startsWith(line, '{"event":')) of("event") else "", plan = {
      run$out <- of("out")
      cells <<- of("cells")
      count(as.integer(cells) - as.integer(of("missing")), 0)
    }, cell = {
      if (!of("status") %in% c("ok", "skipped")) {
        names <- vapply(c("dataset", "encoder", "learner", "reduction"), of, "")
        run$failed <- c(run$failed, paste0(paste(names, collapse = "/"), ", repeat ", of("repeat"), ", fold ",
                                           of("fold"), ": ", of("status"), ": ", of("error")))
      }
      if (as.numeric(Sys.time()) - shown >= (if (rewritten) 0.2 else 10)) count(of("done"), of("failed"))
    }, note = , warning = , error = {
      text <- paste(c(located(of), of("detail")), collapse = "\n")
      if (of("event") == "error") {
        run$errors <- c(run$errors, text)
      } else {
        run$notes <- c(run$notes, text)
        say(of("event"), ": ", text)
      }
    }, finished = if (!is.null(of("out"))) {
      run$out <- of("out")
      run$reported <- TRUE
      failed <- sum(as.integer(vapply(c("failed", "timeout", "out_of_memory"), of, "")))
      say(of("ok"), " cells ok, ", failed, " failed; report in ", of("report"))
    }, started = NULL, if (!startsWith(line, '{"event":')) run$errors <- c(run$errors, line))
  }
  run
}

# located is the text of a message with its place in the experiment file.
located <- function(of) {
  place <- c(of("file"), of("line"), of("column"))
  paste0(if (length(place) > 0) paste0(paste(place, collapse = ":"), ": "), of("text"))
}

# json_field is a text or a number of the object in a line, as text; NULL without it. Within texts a quote has a
# backslash before it, so what looks like a field in a text is not one. The last field of a name is taken, after those
# of nested objects.
json_field <- function(line, key) {
  pattern <- paste0('.*"', key, '":("(?:[^"\\\\]|\\\\.)*"|-?[0-9][0-9.eE+-]*)')
  found <- regmatches(line, regexec(pattern, line, perl = TRUE))[[1]]
  if (length(found) == 0) return(NULL)
  if (!startsWith(found[2], '"')) return(found[2])
  text <- substr(found[2], 2, nchar(found[2]) - 1)
  escapes <- gregexpr("\\\\(u[0-9a-fA-F]{4}|.)", text, perl = TRUE)
  regmatches(text, escapes) <- lapply(regmatches(text, escapes), function(all) vapply(all, unescaped, ""))
  text
}

unescaped <- function(one) {
  switch(substr(one, 2, 2), u = intToUtf8(strtoi(substr(one, 3, 6), 16L)), n = "\n", t = "\t", r = "\r", b = "\b",
         f = "\f", substr(one, 2, 2))
}
