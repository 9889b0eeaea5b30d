command  = ["Rscript", "--vanilla", "./main.R"]
adapter  = true
encoders = ["{{.Name}}"]
language = "r"
requires = ["jsonlite"]
