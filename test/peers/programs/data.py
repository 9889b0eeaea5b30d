"""Makes the datasets of the peer benchmark, with fixed seeds. usage: data.py DIR [NAME...]

a  dense, 20,000 x 100, 26 classes           b  dense, 60,000 x 784, 10 classes, three quarters zeros
c  sparse, 20,000 x 50,000, 20 classes       d  dense, 10,000 x 64, 100 classes
letter  dense, 15,000 x 16, 26 classes: experiments/data/letter.csv.gz, scaled to [-1, 1]
aloi200, aloi1000  dense, 10,000 x 128 with 200 classes, and 100,000 x 128 with 1,000: the shape of aloi
Each has a training and a test part: DIR/NAME.npz for Python, NAME.train.svm and NAME.test.svm for LIBLINEAR
and, where it is sparse, for bench, else NAME.train.csv and NAME.test.csv. Values are rounded so that every
reader gets the same numbers."""
import os
import sys

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.datasets import dump_svmlight_file, make_classification

out = sys.argv[1]
os.makedirs(out, exist_ok=True)


def save(name, x, y, n):
    parts = {"train": (x[:n], y[:n]), "test": (x[n:], y[n:])}
    arrays = {}
    for part, (px, py) in parts.items():
        if sp.issparse(px):
            px.sort_indices()
            arrays.update({f"{part}_{k}": getattr(px, k) for k in ("data", "indices", "indptr")}, **{part + "_shape": px.shape})
        else:
            arrays[part + "_x"] = px
            frame = pd.DataFrame(px)
            frame["class"] = py
            frame.to_csv(f"{out}/{name}.{part}.csv", index=False)
        arrays[part + "_y"] = py
        dump_svmlight_file(px, py, f"{out}/{name}.{part}.svm", zero_based=False)
    np.savez(f"{out}/{name}.npz", **arrays)
    print(name, x.shape, len(np.unique(y)), flush=True)


def standard(x, n):
    deviation = x[:n].std(0)
    deviation[deviation == 0] = 1
    return np.round((x - x[:n].mean(0)) / deviation, 6)


def dense(seed, n, extra, d, k, informative, redundant, clusters):
    x, y = make_classification(n + extra, d, n_informative=informative, n_redundant=redundant, n_classes=k,
                               n_clusters_per_class=clusters, class_sep=1.5, flip_y=0.01, random_state=seed)
    return standard(x, n), y


def thresholded(n, extra):
    x, y = dense(2, n, extra, 784, 10, 60, 500, 3)
    shift = 0.84 + 0.6 * np.random.default_rng(2).standard_normal(784)
    return np.round(np.clip((x - shift) / 3, 0, 1) * 255) / 256, y


def words(n, extra, d, k):
    rng = np.random.default_rng(3)
    rows, common = n + extra, np.cumsum(1 / np.arange(1, d + 1) ** 1.05)
    own = np.cumsum(1 / np.arange(1, 3001) ** 0.9)
    topics = [rng.permutation(d)[:3000] for _ in range(k)]
    y = rng.integers(0, k, rows)
    lengths = np.clip(rng.lognormal(np.log(115), 0.6, rows).astype(int), 10, 1500)
    columns = []
    for i, length in enumerate(lengths):
        topic = y[i] if rng.random() > 0.05 else rng.integers(0, k)
        m = rng.binomial(length, 0.12)
        columns.append(np.searchsorted(common, rng.random(length - m) * common[-1]))
        columns.append(topics[topic][np.searchsorted(own, rng.random(m) * own[-1])])
    index = np.concatenate(columns)
    x = sp.csr_matrix((np.ones(len(index)), (np.repeat(np.arange(rows), lengths), index)), shape=(rows, d))
    x.sum_duplicates()
    x.data = 1 + np.log(x.data)
    frequency = np.bincount(x.indices, minlength=d)
    x = sp.csr_matrix(x.multiply(np.log((1 + rows) / (1 + frequency)) + 1))
    x = sp.csr_matrix(x.multiply(1 / np.sqrt(x.multiply(x).sum(1))))
    x.data = np.round(x.data, 9)
    return x, y


def letters(n):
    table = pd.read_csv("experiments/data/letter.csv.gz")
    x, y = table.iloc[:, 1:].to_numpy(float), table.iloc[:, 0].map(lambda letter: ord(letter) - ord("A")).to_numpy()
    low, high = x[:n].min(0), x[:n].max(0)
    return np.round(2 * (x - low) / (high - low) - 1, 9), y


makers = {
    "a": lambda: (*dense(1, 20000, 5000, 100, 26, 40, 20, 2), 20000),
    "d": lambda: (*dense(4, 10000, 5000, 64, 100, 40, 10, 1), 10000),
    "c": lambda: (*words(20000, 5000, 50000, 20), 20000),
    "b": lambda: (*thresholded(60000, 10000), 60000),
    "letter": lambda: (*letters(15000), 15000),
    "aloi200": lambda: (*dense(5, 10000, 2000, 128, 200, 60, 20, 1), 10000),
    "aloi1000": lambda: (*dense(6, 100000, 2000, 128, 1000, 60, 20, 1), 100000),
}
for name in sys.argv[2:] or makers:
    save(name, *makers[name]())
