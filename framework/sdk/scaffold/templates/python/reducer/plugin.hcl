command    = ["{{.Python}}", "main.py"]
reductions = ["{{.Name}}"]
language   = "python"
requires   = ["grpcio", "numpy >= 1.23"]
