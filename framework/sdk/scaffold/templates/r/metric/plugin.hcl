command  = ["Rscript", "--vanilla", "./main.R"]
adapter  = true
metrics = ["{{.Name}}"]
language = "r"
requires = ["jsonlite"]
