# Prints confidence.json: intervals of one method from losses of single rows, computed as Bayle and
# others (2020) and Nadeau and Bengio (2003) define them, which is also what mlr3inferr 0.2.1 does.
# Rscript confidence.R > confidence.json
level <- 0.05
cases <- list(
  list(n = c(10, 10, 10, 10, 10), wrong = c(1, 0, 3, 2, 2)),
  list(n = c(31, 30, 30), wrong = c(4, 7, 2)),
  list(n = c(15, 15, 15, 15, 15, 15, 15, 15, 15, 15), wrong = c(0, 1, 1, 2, 0, 1, 3, 0, 0, 1)))
lines <- sapply(cases, function(case) {
  losses <- mapply(function(n, wrong) rep(c(1, 0), c(wrong, n - wrong)), case$n, case$wrong, SIMPLIFY = FALSE)
  all <- unlist(losses)
  z <- qnorm(1 - level / 2)
  pairs <- z * sqrt(mean((all - mean(all))^2) / length(all))
  within <- z * sqrt(mean(sapply(losses, var)) / length(all))
  folds <- sapply(losses, mean)
  k <- length(folds)
  corrected <- qt(1 - level / 2, df = k - 1) * sd(folds) * sqrt(1 / k + 1 / (k - 1))
  ends <- function(mean, reach) sprintf("[%.15g, %.15g]", mean - reach, mean + reach)
  sprintf(' {"rows": [%s], "wrong": [%s],\n  "wald": %s, "wald_within": %s, "corrected": %s}',
    toString(case$n), toString(case$wrong), ends(mean(all), pairs), ends(mean(all), within), ends(mean(folds), corrected))
})
cat("[\n", paste(lines, collapse = ",\n"), "\n]\n", sep = "")
