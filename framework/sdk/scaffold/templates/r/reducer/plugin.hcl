command  = ["Rscript", "--vanilla", "./main.R"]
adapter  = true
reductions = ["{{.Name}}"]
language = "r"
requires = ["jsonlite"]
