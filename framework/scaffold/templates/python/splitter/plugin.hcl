command   = ["python3", "main.py"]
splitters = ["{{.Name}}"]
language  = "python"
requires  = ["grpcio", "numpy >= 1.23"]
