command  = ["{{.Python}}", "main.py"]
encoders = ["{{.Name}}"]
language = "python"
requires = ["grpcio", "numpy >= 1.23"]
