"""Trains a linear SVM with the squared hinge for each label, or for each class if rows have one.
usage: labels_peer.py TRAIN.svm TEST.svm svm|linear_svc|libmultilabel TOL JOBS PREDICTIONS.txt
svm has a LinearSVC for each label, linear_svc its own one-vs-rest of classes. Prints JSON as sklearn_peer.py does; of labels the accuracy is the micro-averaged F1, and the predictions are
a 1 or 0 for each row and label; of classes they are the class of each row."""
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
classes = "classes" in os.path.basename(train)
truth = np.array([int(v[0]) for v in yt]) if classes else None
binary = MultiLabelBinarizer(sparse_output=True).fit(y)
libraries = ["scikit-learn", "numpy"]
svm = LinearSVC(tol=float(tol), max_iter=100000, dual=True, random_state=0)
if how == "libmultilabel":
    import libmultilabel.linear as linear

    libraries = ["libmultilabel", "liblinear-multicore"]
    targets = sparse.csr_matrix(binary.transform(y))
    start = time.perf_counter()
    model = linear.train_1vsrest(targets, x, options=f"-s 1 -e {tol} -B 1 -m {jobs} -q", verbose=False)
    predicted = np.asarray(linear.predict_values(model, xt))
    predicted = binary.classes_[predicted.argmax(axis=1)] if classes else predicted > 0
    seconds = time.perf_counter() - start
    weights = np.asarray(model.weights)
    weights, intercepts = weights[:-1], weights[-1]
elif how == "linear_svc":
    targets = np.array([int(v[0]) for v in y])
    start = time.perf_counter()
    model = svm.fit(x, targets)
    predicted = model.predict(xt)
    seconds = time.perf_counter() - start
    weights, intercepts = model.coef_.T, model.intercept_
else:
    targets = binary.transform(y)
    start = time.perf_counter()
    model = OneVsRestClassifier(svm, n_jobs=int(jobs)).fit(x, targets)
    predicted = model.predict(xt)
    seconds = time.perf_counter() - start
    predicted = predicted.toarray() if sparse.issparse(predicted) else predicted
    weights = np.vstack([e.coef_ for e in model.estimators_]).T
    intercepts = np.array([e.intercept_[0] for e in model.estimators_])
total, columns = 0.0, sparse.csc_matrix(binary.transform(y))
for k in range(columns.shape[1]):
    target = np.where(columns[:, [k]].toarray().ravel(), 1.0, -1.0)
    total += (weights[:, k] @ weights[:, k] + intercepts[k] ** 2) / 2
    total += (np.maximum(1 - target * (x @ weights[:, k] + intercepts[k]), 0) ** 2).sum()
if classes:
    accuracy = (predicted == truth).mean()
else:
    accuracy = f1_score(binary.transform(yt).toarray(), predicted, average="micro")
np.savetxt(out, np.ravel(predicted), "%d")
print(json.dumps({"seconds": seconds, "objective": total, "accuracy": float(accuracy),
                  "version": ", ".join(f"{name} {version(name)}" for name in libraries)}))
