"""Writes what the peers of trees read beside files FILE.svm of rows with labels: FILE.npz for those in Python, FILE.vw
for Vowpal Wabbit. usage: trees_data.py FEATURES LABELS FILE.svm...
Features count from 1 in the files, labels from 0. Of FILE.vw with one class a row, the class counts from 1."""
import sys

import numpy as np
from sklearn.datasets import load_svmlight_file
from sklearn.preprocessing import MultiLabelBinarizer

features, labels = map(int, sys.argv[1:3])
for path in sys.argv[3:]:
    base = path.removesuffix(".svm")
    x, y = load_svmlight_file(path, n_features=features, multilabel=True, zero_based=False, dtype=np.float32)
    y = MultiLabelBinarizer(classes=range(labels), sparse_output=True).fit_transform([[int(v) for v in row] for row in y])
    np.savez(base + ".npz", x_data=x.data, x_indices=x.indices.astype(np.int32), x_indptr=x.indptr.astype(np.int64),
             x_shape=x.shape, y_data=y.data.astype(np.float32), y_indices=y.indices.astype(np.int32),
             y_indptr=y.indptr.astype(np.int64), y_shape=y.shape)
    single = bool((np.diff(y.indptr) == 1).all())
    with open(path) as rows, open(base + ".vw", "w") as out:
        for row in rows:
            named, values = row.split(" ", 1)
            out.write(f"{int(named) + 1 if single else named} | {values}")
