"""Makes data in the shape of EUR-Lex with a fixed seed. usage: labels.py DIR LABELS ROWS FEATURES

DIR/labelsN.train.svm and labelsN.test.svm have about five labels a row, of frequencies with a long tail,
classesN.train.svm and classesN.test.svm one class a row, the first of them; each label and class has a training
row. A row has about 230 values, weighted as tf-idf and of length 1. The test part has a quarter as many rows."""
import os
import sys

import numpy as np
import scipy.sparse as sp

out, labels, rows, features = sys.argv[1], *map(int, sys.argv[2:])
os.makedirs(out, exist_ok=True)
rng = np.random.default_rng(5)
everything, words, own = rows + rows // 4, 282, 60


def draw(weights, size):
    total = np.cumsum(weights)
    return np.minimum(np.searchsorted(total, rng.random(size) * total[-1]), len(weights) - 1)


common = 1 / (3 + np.arange(features)) ** 0.8
frequency = 1 / (5 + np.arange(labels)) ** 0.9
topics = np.array([draw(np.sqrt(common), own) for _ in range(labels)])
having, index = [], []
for row in range(everything):
    number = 1 + rng.poisson(4.3)
    has = [row] if row < labels <= rows else []
    has = list(dict.fromkeys(has + list(draw(frequency, number))))[:number]
    having.append(has)
    told = rng.binomial(words, 0.35)
    of = np.array(has)[rng.integers(0, len(has), told)]
    index.append(np.concatenate([draw(common, words - told), topics[of, rng.integers(0, own, told)]]))
x = sp.csr_matrix((np.ones(everything * words), (np.repeat(np.arange(everything), words), np.concatenate(index))),
                  shape=(everything, features))
x.sum_duplicates()
x.data = 1 + np.log(x.data)
x = sp.csr_matrix(x.multiply(np.log((1 + everything) / (1 + np.bincount(x.indices, minlength=features))) + 1))
x = sp.csr_matrix(x.multiply(1 / np.sqrt(x.multiply(x).sum(1))))
x.data = np.round(x.data, 9)
x.sort_indices()
order = rng.permutation(rows).tolist() + list(range(rows, everything))
print(x.shape, f"{x.nnz / everything:.1f} values and {sum(map(len, having)) / everything:.2f} labels a row", flush=True)
for part, numbers in ("train", order[:rows]), ("test", order[rows:]):
    with open(f"{out}/labels{labels}.{part}.svm", "w") as many, open(f"{out}/classes{labels}.{part}.svm", "w") as one:
        for row in numbers:
            at = slice(x.indptr[row], x.indptr[row + 1])
            values = " ".join(f"{j + 1}:{v:.9g}" for j, v in zip(x.indices[at], x.data[at]))
            many.write(",".join(map(str, sorted(having[row]))) + " " + values + "\n")
            one.write(f"{having[row][0]} {values}\n")
