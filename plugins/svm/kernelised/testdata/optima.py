"""Writes optima.json: solutions of scikit-learn's SVC (LIBSVM inside) on the standardised breast cancer data of
test/reference. usage: optima.py breast_cancer.csv > optima.json

"optimum" is the solution at tol 1e-10, "1e-6" and "1e-3" are objectives at these. Objectives are computed here in float64:
½‖f‖² + C Σ c ξ. LIBSVM rounds the kernel to float32, hence the distance to the dual objective. Row weights are those of the
test, 0.5 + (i mod 7)/4 for row i."""
import json
import sys

import numpy as np
import sklearn
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel, sigmoid_kernel
from sklearn.svm import SVC

table = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
x, y = table[:, :-1], 2 * table[:, -1] - 1
x = (x - x.mean(0)) / x.std(0)
n, d = x.shape
rows = 0.5 + np.arange(n) % 7 / 4

cases = []
for kernel, c, more in [
    ("rbf", 1, {}), ("rbf", 0.01, {}), ("rbf", 100, {}), ("rbf", 16, {"gamma": 1}), ("rbf", 1, {"gamma": "auto"}),
    ("rbf", 10, {"gamma": 0.001}), ("rbf", 1, {"class_weight": "balanced"}), ("rbf", 1, {"rows": True}),
    ("rbf", 10, {"rows": True, "class_weight": "balanced"}),
    ("poly", 1, {}), ("poly", 1, {"degree": 2, "coef0": 1}), ("poly", 0.1, {"degree": 4, "coef0": 0.5, "gamma": 0.02}),
    ("sigmoid", 1, {"gamma": 0.005}), ("sigmoid", 1, {"gamma": 0.01, "coef0": -0.5}),
    ("linear", 1, {}), ("linear", 0.01, {}), ("linear", 10, {"class_weight": "balanced", "rows": True}),
]:
    settings = dict(more)
    weights = rows if settings.pop("rows", False) else np.ones(n)
    c_i = weights.copy()
    if "class_weight" in settings:  # rows of a class count by their weights
        for sign in (-1, 1):
            c_i[y == sign] *= weights.sum() / 2 / weights[y == sign].sum()
    arguments = {k: v for k, v in settings.items() if k != "class_weight"}

    def solve(tol):
        svc = SVC(kernel=kernel, C=c, tol=tol, cache_size=1000, **arguments).fit(x, y, sample_weight=c_i)
        gamma = svc._gamma
        k = {"rbf": lambda: rbf_kernel(x, gamma=gamma), "linear": lambda: linear_kernel(x),
             "poly": lambda: polynomial_kernel(x, gamma=gamma, degree=svc.degree, coef0=svc.coef0),
             "sigmoid": lambda: sigmoid_kernel(x, gamma=gamma, coef0=svc.coef0)}[kernel]()
        beta = np.zeros(n)
        beta[svc.support_] = svc.dual_coef_[0]
        f = k @ beta + svc.intercept_[0]
        square = beta @ k @ beta
        return {"objective": square / 2 + c * (c_i * np.maximum(0, 1 - y * f)).sum(), "dual": np.abs(beta).sum() - square / 2,
                "intercept": svc.intercept_[0], "scores": [float(v) for v in f[:10]],
                "positive": "".join("+" if v > 0 else "-" for v in f)}

    cases.append({"kernel": kernel, "C": c, "settings": settings, "rows": bool(more.get("rows")),
                  "optimum": solve(1e-10), "1e-6": solve(1e-6)["objective"], "1e-3": solve(1e-3)["objective"]})
print(json.dumps({"origin": f"scikit-learn {sklearn.__version__}, sklearn.svm.SVC", "cases": cases}, indent=1))
