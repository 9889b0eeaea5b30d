command  = ["venv/bin/python", "main.py"]
learners = ["sklearn"]
language = "python"
requires = ["grpcio", "numpy >= 1.23", "scikit-learn >= 1.2"]
install  = "make pack-sklearn"
