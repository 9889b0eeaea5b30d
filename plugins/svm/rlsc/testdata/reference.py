"""Writes kernel_ridge.json, what rlsc_test.go compares with: scikit-learn's KernelRidge. usage: reference.py
BREAST_CANCER.CSV > kernel_ridge.json

Trained on the rows whose number does not end in 0; the others are asked for. Real targets are the second column."""
import json
import sys

import numpy as np
import sklearn
from sklearn.kernel_ridge import KernelRidge

table = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
x, y = table[:, :-1], 2 * table[:, -1] - 1
x = (x - x.mean(0)) / x.std(0)
asked = np.arange(len(x)) % 10 == 0
train = x[~asked]
kernels = {"rbf": {}, "poly": {"degree": 2, "coef0": 1.5}, "linear": {}, "sigmoid": {"coef0": 0.5}}
gammas = {"scale": 1 / (x.shape[1] * train.var()), "auto": 1 / x.shape[1], 0.004: 0.004}
models = []
for kernel, more in kernels.items():
    for gamma, value in gammas.items():
        for target, values in (("binary", y), ("regression", x[:, 1])):
            for weighted in (False, True):
                if kernel == "sigmoid" and gamma != 0.004:
                    continue  # not positive definite
                alpha = 40.0 if kernel == "sigmoid" else 0.3
                weights = 1 + np.arange(len(train)) % 3 / 2 if weighted else None
                m = KernelRidge(kernel=kernel, gamma=value, alpha=alpha, **more).fit(train, values[~asked], weights)
                models.append({"kernel": kernel, "gamma": gamma, "alpha": alpha, **more, "target": target, "weighted": weighted,
                               "values": [float(f"{v:.12g}") for v in m.predict(x[asked])]})
print(json.dumps({"origin": f"reference.py with scikit-learn {sklearn.__version__}, numpy {np.__version__}", "models": models},
                 separators=(",", ":")))
