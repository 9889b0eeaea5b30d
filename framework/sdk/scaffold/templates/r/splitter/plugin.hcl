command   = ["Rscript", "--vanilla", "./main.R"]
adapter   = true
splitters = ["{{.Name}}"]
language  = "r"
requires  = ["jsonlite"]
