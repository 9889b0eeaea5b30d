command  = ["Rscript", "--vanilla", "./main.R"]
adapter  = true
learners = ["means"]
language = "r"
requires = ["jsonlite"]
