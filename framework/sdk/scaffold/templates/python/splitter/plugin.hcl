command   = ["{{.Python}}", "main.py"]
splitters = ["{{.Name}}"]
language  = "python"
requires  = ["grpcio", "numpy >= 1.23"]
