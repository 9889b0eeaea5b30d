command  = ["{{.Python}}", "main.py"]
learners = ["{{.Name}}"]
language = "python"
requires = ["grpcio", "numpy >= 1.23"]
