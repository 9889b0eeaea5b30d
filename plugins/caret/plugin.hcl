command  = ["Rscript", "--vanilla", "./main.R"]
adapter  = true
learners = ["caret"]
language = "r"
requires = ["caret", "jsonlite"]
install  = "apt-get install r-base-core r-cran-caret r-cran-jsonlite"
