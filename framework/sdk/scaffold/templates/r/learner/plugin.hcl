command  = ["Rscript", "--vanilla", "./main.R"]
adapter  = true
learners = ["{{.Name}}"]
language = "r"
requires = ["jsonlite"]
