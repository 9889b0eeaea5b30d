"""Kernel machines under three reductions over stratified folds, as a scikit-learn user would write it.
usage: kernels_sklearn.py DATA.CSV.GZ TARGET FOLDS JOBS one|grid
TARGET is the name of the column with the class, or its number in a file without header. "one" has the defaults of SVC, "grid" a grid of five
values of C and of gamma. Prints JSON with the seconds of the work and the mean accuracy of all."""
import json
import sys
import time
import warnings

import numpy as np
import pandas as pd
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.multiclass import OneVsRestClassifier, OutputCodeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

warnings.simplefilter("ignore")
path, target, folds, jobs, what = sys.argv[1:]
table = pd.read_csv(path, header=None if target.isdigit() else 0)
column = int(target) if target.isdigit() else target
y = pd.factorize(table[column])[0]
x = table.drop(columns=[c for c in (column, "split") if c in table.columns]).to_numpy(float)
classes = y.max() + 1
code = np.ceil(10 * np.log2(classes)) / classes
grid = {"C": [2.0**k for k in (-2, 0, 2, 4, 6)], "gamma": [2.0**k for k in (-10, -8, -6, -4, -2)]}
cv = StratifiedKFold(int(folds), shuffle=True, random_state=0)
reductions = {
    "svc": SVC(),  # one-vs-one by itself
    "onevsrestclassifier": OneVsRestClassifier(SVC()),
    "outputcodeclassifier": OutputCodeClassifier(SVC(), code_size=code, random_state=0),
}
start = time.perf_counter()
accuracies = []
for name, machine in reductions.items():
    model = make_pipeline(StandardScaler(), machine)
    if what == "one":
        accuracies.append(cross_val_score(model, x, y, cv=cv, n_jobs=int(jobs)).mean())
        continue
    inside = name + ("__" if name == "svc" else "__estimator__")
    search = GridSearchCV(model, {inside + p: v for p, v in grid.items()}, cv=cv, n_jobs=int(jobs), refit=False)
    accuracies.append(search.fit(x, y).cv_results_["mean_test_score"].mean())
print(json.dumps({"seconds": time.perf_counter() - start, "accuracy": float(np.mean(accuracies))}))
