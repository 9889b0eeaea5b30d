"""Trains a linear SVM with the squared hinge for each label, or for each class if rows have one. usage: labels_peer.py TRAIN.svm TEST.svm svm|libmultilabel TOL JOBS
PREDICTIONS.txt
Prints JSON as sklearn_peer.py does; the accuracy is the micro-averaged F1. The predictions are a 1 or 0 for each row and label."""
import json
import os
import sys
import time
import warnings
from importlib.metadata import version

import numpy as np
from scipy import sparse
from sklearn.datasets import load_svmlight_file
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer
from sklearn.svm import LinearSVC

train, test, how, tol, jobs, out = sys.argv[1:]
warnings.simplefilter("ignore")
x, y = load_svmlight_file(train, multilabel=True)
xt, yt = load_svmlight_file(test, multilabel=True, n_features=x.shape[1])
for m in (x, xt):  # scikit-learn takes 32 bits only
    m.indices, m.indptr = m.indices.astype(np.int32), m.indptr.astype(np.int32)
if "classes" in os.path.basename(train):
    y, yt = np.array([int(v[0]) for v in y]), np.array([int(v[0]) for v in yt])
    start = time.perf_counter()
    model = LinearSVC(tol=float(tol), max_iter=100000, dual=True, random_state=0).fit(x, y)
    predicted = model.predict(xt)
    seconds = time.perf_counter() - start
    total = 0.0
    for k, c in enumerate(model.classes_):
        w, b = model.coef_[k], model.intercept_[k]
        total += (w @ w + b * b) / 2 + (np.maximum(1 - np.where(y == c, 1.0, -1.0) * (x @ w + b), 0) ** 2).sum()
    np.savetxt(out, predicted, "%d")
    print(json.dumps({"seconds": seconds, "objective": total, "accuracy": float((predicted == yt).mean()),
                      "version": ", ".join(f"{name} {version(name)}" for name in ("scikit-learn", "numpy"))}))
    sys.exit()
binary = MultiLabelBinarizer(sparse_output=True).fit(y)
y, yt = binary.transform(y), binary.transform(yt).toarray()
libraries = ["scikit-learn", "numpy"]
if how == "libmultilabel":
    import libmultilabel.linear as linear

    libraries = ["libmultilabel", "liblinear-multicore"]
    start = time.perf_counter()
    model = linear.train_1vsrest(sparse.csr_matrix(y), x, options=f"-s 1 -e {tol} -B 1 -m {jobs} -q", verbose=False)
    predicted = np.asarray(linear.predict_values(model, xt)) > 0
    seconds = time.perf_counter() - start
    weights = np.asarray(model.weights)
    weights, intercepts = weights[:-1], weights[-1]
else:
    model = OneVsRestClassifier(LinearSVC(tol=float(tol), max_iter=100000, dual=True, random_state=0), n_jobs=int(jobs))
    start = time.perf_counter()
    predicted = model.fit(x, y).predict(xt)
    predicted = predicted.toarray() if sparse.issparse(predicted) else predicted
    seconds = time.perf_counter() - start
    weights = np.vstack([e.coef_ for e in model.estimators_]).T
    intercepts = np.array([e.intercept_[0] for e in model.estimators_])
total = 0.0
for k in range(y.shape[1]):
    target = np.where(y[:, [k]].toarray().ravel(), 1.0, -1.0)
    total += (weights[:, k] @ weights[:, k] + intercepts[k] ** 2) / 2
    total += (np.maximum(1 - target * (x @ weights[:, k] + intercepts[k]), 0) ** 2).sum()
np.savetxt(out, predicted.ravel(), "%d")
print(json.dumps({"seconds": seconds, "objective": total, "accuracy": f1_score(yt, predicted, average="micro"),
                  "version": ", ".join(f"{name} {version(name)}" for name in libraries)}))
