"""Writes knn.json, what knn_test.go compares with: scikit-learn's KNeighborsClassifier. usage: reference.py
BREAST_CANCER.CSV > knn.json

By trees, since its other way rounds the distance of a row to itself. Trained on the rows whose number does not end in 0; the others are
asked for, and the first five of the training rows."""
import json
import sys

import numpy as np
import sklearn
from sklearn.neighbors import KNeighborsClassifier

table = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
x, y = table[:, :-1], table[:, -1].astype(int)
x = (x - x.mean(0)) / x.std(0)
asked = np.arange(len(x)) % 10 == 0
queries = np.vstack([x[asked], x[~asked][:5]])
models = []
for classes in (2, 3):
    target = y if classes == 2 else np.where(np.arange(len(x)) % 3 == 0, 0, 1 + y)
    for metric in ("euclidean", "manhattan"):
        for weights in ("uniform", "distance"):
            for k in (1, 5, 14):
                m = KNeighborsClassifier(k, weights=weights, metric=metric, algorithm="kd_tree").fit(x[~asked], target[~asked])
                p = m.predict_proba(queries)
                p = p[:, 1] if classes == 2 else p
                models.append({"classes": classes, "k": k, "weights": weights, "metric": metric,
                               "shares": [float(f"{v:.12g}") for v in np.ravel(p)]})
print(json.dumps({"origin": f"reference.py with scikit-learn {sklearn.__version__}, numpy {np.__version__}", "models": models},
                 separators=(",", ":")))
