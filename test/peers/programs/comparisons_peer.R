# What scmamp and mlr3benchmark compute of tables of scores, the part "r" of framework/showing/compare/testdata/peers.json:
# Rscript comparisons_peer.R framework/showing/compare/testdata. Needs jsonlite, scmamp, mlr3benchmark, PMCMRplus.
library(scmamp)
library(mlr3benchmark)
folder <- commandArgs(trailingOnly = TRUE)[1]
csv <- function(name, ...) read.csv(file.path(folder, name), check.names = FALSE, stringsAsFactors = FALSE, ...)

overall <- function(test) c(unname(test$statistic), unname(test$p.value))
compared <- function(name) {
  wide <- csv(name, row.names = 1)
  p <- friedmanPost(wide)
  shaffer <- adjustShaffer(p)
  bergmann <- adjustBergmannHommel(p)
  at <- which(upper.tri(p), arr.ind = TRUE)
  # The first column is the control.
  holm <- p.adjust(friedmanPost(wide, control = 1), "holm")[-1]
  long <- data.frame(dataset = factor(rep(rownames(wide), ncol(wide))),
                     method = factor(rep(colnames(wide), each = nrow(wide))), value = unlist(wide))
  aggr <- as_benchmark_aggr(long, task_id = "dataset", learner_id = "method")
  difference <- function(test) aggr$.__enclos_env__$private$.crit_differences(minimize = FALSE, test = test)$cd
  list(table = name,
       scmamp = list(friedman = overall(friedmanTest(wide)), iman_davenport = overall(imanDavenportTest(wide)),
                     ranks = as.list(colMeans(rankMatrix(wide))), nemenyi = unname(nemenyiTest(wide)$statistic),
                     pairs = data.frame(a = rownames(p)[at[, 1]], b = colnames(p)[at[, 2]], p = p[at],
                                        shaffer = shaffer[at], bergmann = bergmann[at]),
                     control = data.frame(a = colnames(wide)[1], b = colnames(wide)[-1], holm = holm)),
       mlr3benchmark = list(friedman = overall(aggr$friedman_test()), nemenyi = difference("nemenyi"),
                            bonferroni_dunn = difference("bd")))
}

folds <- csv("folds.csv")
methods <- unique(folds$method)
correlated <- list()
for (dataset in unique(folds$dataset)) {
  rows <- folds[folds$dataset == dataset, ]
  rho <- 1 / length(unique(rows$fold))
  for (i in combn(length(methods), 2, simplify = FALSE)) {
    a <- rows$value[rows$method == methods[i[1]]]
    b <- rows$value[rows$method == methods[i[2]]]
    # Its left is that the difference is below the rope, so of b minus a that a is better.
    posterior <- bCorrelatedTtest(b, a, rho = rho, rope = c(-0.01, 0.01))
    correlated[[length(correlated) + 1]] <- list(dataset = dataset, a = methods[i[1]], b = methods[i[2]],
                                                 probabilities = unname(posterior$posterior.probabilities))
  }
}
out <- list(tables = lapply(c("demsar2006.csv", "five.csv"), compared), correlated_t = correlated)
cat(jsonlite::toJSON(out, digits = NA, auto_unbox = TRUE, pretty = 1), "\n")
