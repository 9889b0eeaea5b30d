# Tests of benchresults. Its arguments are the program bench and an empty folder with small.hcl, late.hcl and wrong.hcl;
# numbers.txt is then there with all numbers of scores and predictions, for a comparison that R's own reader has no
# part in.
arguments <- commandArgs(TRUE)
library(benchresults)
setwd(arguments[2])

run <- function(file, ...) bench_run(file, ..., program = arguments[1])
error_of <- function(code) tryCatch({ code; NULL }, error = identity)
says <- function(pattern, code) {
  found <- error_of(code)
  if (is.null(found) || !grepl(pattern, conditionMessage(found))) stop("not ", pattern, ": ", conditionMessage(found))
}

progress <- capture.output(results <- run("small.hcl", var = list(repeats = 2)), type = "message")
stopifnot(any(grepl("^0 of 36 cells, 0 failed", progress)), any(grepl("^36 cells ok, 0 failed; report in", progress)))
stopifnot(length(capture.output(run("small.hcl", "results/small", progress = FALSE), type = "message")) == 0)

# Frames have the types, the order and the names of the files.
scores <- results$scores
stopifnot(identical(levels(scores$learner), c("lda", "logreg[C=0.1]", "logreg[C=10]")), is.numeric(scores$value),
          is.character(results$cells$error), nrow(results$cells) == 36, is.numeric(results$comparisons$p),
          identical(names(results$scores)[5], "repeat"), is.character(results[["variants"]]$value))
tests <- utils::read.csv("results/small/comparisons.csv")$test
stopifnot(identical(levels(results$comparisons$test), unique(tests)), is.unsorted(unique(tests)))
predictions <- results$predictions
stopifnot(setequal(levels(predictions$truth), c("=1+1", "01", "1")), any(predictions$truth == predictions$prediction))
numbers <- unlist(lapply(c("scores", "predictions"), function(name) {
  lapply(Filter(is.numeric, results[[name]]), function(column) sprintf("%a", column))
}))
writeLines(numbers, "numbers.txt")
stopifnot(identical(results$scores, scores)) # read once
says("has no curves: it has binary, cells", results$curves)

# Tables.
table <- results$tables$accuracy
stopifnot(identical(names(results$tables), c("accuracy", "f1_average_macro", "pairs")),
          identical(as.character(unclass(table)), readLines("results/small/tables/accuracy.md")),
          is.numeric(attr(table, "frame")$`lda/ova`))
shown <- capture.output(print(results))
stopifnot(any(grepl("cells: 36 ok", shown)), any(grepl("tables: accuracy, f1_average_macro, pairs", shown)))
page <- benchresults:::repr_html.bench_results(results)
stopifnot(grepl("<td>lda/ova</td>", page, fixed = TRUE), grepl("<td>d&lt;i&gt;</td>", page, fixed = TRUE),
          !grepl("<i>", page, fixed = TRUE), grepl("<b>1.000", page, fixed = TRUE))

# Capsules, unfinished runs and what is not there.
packed <- system2(arguments[1], c("pack", "results/small", "-out", "small.tar.gz"), stdout = FALSE, stderr = FALSE)
stopifnot(packed == 0, identical(bench_load("small.tar.gz")$predictions, predictions))
says("not a capsule", bench_load("small.hcl"))
says("does not exist", bench_load("nothing"))
says("does not hold results", bench_load("."))
manifest <- readLines("results/small/manifest.json")
writeLines(sub('^  "finished": .*[^,]', '  "finished": null', manifest), "results/small/manifest.json")
warned <- tryCatch(bench_load("results/small"), warning = conditionMessage)
stopifnot(grepl("is not finished", warned))
invisible(file.remove("results/small/datapackage.json"))
says("no tables yet", bench_load("results/small"))

# Runs that fail.
wrong <- error_of(run("wrong.hcl", progress = FALSE))
stopifnot(inherits(wrong, "bench_run_error"), wrong$status == 2, is.null(wrong$results),
          grepl("wrong.hcl:1:[0-9]+: .*shrinkage", conditionMessage(wrong)))
late <- error_of(run("late.hcl", progress = FALSE))
stopifnot(late$status == 1, sum(late$results$cells$status == "timeout") == 2,
          grepl("^2 cells failed:\nmany/one_hot/svm/ovo, repeat 0, fold [01]: timeout", conditionMessage(late)))
says("2 cells failed earlier", run("late.hcl", progress = FALSE))
stopifnot(nrow(run("late.hcl", progress = FALSE, check = FALSE)$cells) == 4)
says("unknown flag -nonsense", run("late.hcl", arguments = "-nonsense", progress = FALSE))

# Texts of events.
stopifnot(identical(benchresults:::json_field('{"a":"x \\"b\\":1 \\u003c\\n","b":2.5}', "a"), 'x "b":1 <\n'),
          identical(benchresults:::json_field('{"a":"x \\"b\\":1","b":2.5}', "b"), "2.5"),
          is.null(benchresults:::json_field('{"a":1}', "c")))
cat("all is well\n")
