# Writes the files of mlr3 in this folder: Rscript make.R (README.md has the versions).
library(mlr3)
lgr::get_logger("mlr3")$set_threshold("warn")
set.seed(1)
learners <- list(lrn("classif.rpart"), lrn("classif.rpart", id = "stump", maxdepth = 1), lrn("classif.featureless"))
design <- benchmark_grid(tsks(c("iris", "wine", "zoo")), learners, rsmp("repeated_cv", folds = 3, repeats = 2))
bmr <- benchmark(design)
scores <- as.data.table(bmr$score(msrs(c("classif.acc", "classif.ce"))))
kept <- c("nr", "task_id", "learner_id", "resampling_id", "iteration", "classif.acc", "classif.ce")
data.table::fwrite(scores[, kept, with = FALSE], "mlr3_score.csv")
means <- as.data.table(bmr$aggregate(msr("classif.acc")))
data.table::fwrite(means[, c("nr", "task_id", "learner_id", "resampling_id", "iters", "classif.acc")],
                   "mlr3_aggregate.csv")
