command  = ["{{.Python}}", "main.py"]
metrics  = ["{{.Name}}"]
language = "python"
requires = ["grpcio", "numpy >= 1.23"]
