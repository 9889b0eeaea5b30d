command  = ["python3", "main.py"]
encoders = ["{{.Name}}"]
language = "python"
requires = ["grpcio", "numpy >= 1.23"]
