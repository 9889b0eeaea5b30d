"""Makes the files that readers are measured with: numbers.csv, mixed.csv and sparse.svm. usage: csv_data.py FOLDER"""
import sys

import numpy as np

folder, rows = sys.argv[1], 200_000
random = np.random.default_rng(1)


def numbers(path):
    """50 columns of numbers of 6 to 17 digits, and a class."""
    columns = []
    for j in range(50):
        form = "%%.%dg" % (6 + j % 12)
        columns.append([form % v for v in random.normal(scale=10.0 ** (j % 5 - 1), size=rows)])
    columns.append([str(v) for v in random.integers(0, 10, rows)])
    write(path, columns)


def mixed(path):
    """20 columns of numbers, 10 of whole numbers, 15 of categories, 5 of quoted texts with commas, and a class; a value
    of twenty is missing."""
    columns = []
    for j in range(20):
        columns.append(["%.*g" % (6 + j % 12, v) for v in random.normal(size=rows)])
    for j in range(10):
        columns.append([str(v) for v in random.integers(0, 10 ** (1 + j % 6), rows)])
    for j in range(15):
        names = ["%s%d" % ("abcdefghijkl"[: 2 + j % 9], k) for k in range(3 + 20 * j)]
        columns.append([names[k] for k in random.integers(0, len(names), rows)])
    for j in range(5):
        names = ['"%s, the %d""th"""' % ("street city lane hill road".split()[j], k) for k in range(50)]
        columns.append([names[k] for k in random.integers(0, len(names), rows)])
    for column in columns:
        for i in np.flatnonzero(random.random(rows) < 0.05):
            column[i] = ""
    columns.append(["c%d" % v for v in random.integers(0, 10, rows)])
    write(path, columns)


def write(path, columns):
    with open(path, "w") as f:
        f.write(",".join(["x%d" % j for j in range(len(columns) - 1)] + ["class"]) + "\n")
        for row in zip(*columns):
            f.write(",".join(row) + "\n")


def sparse(path):
    """Rows of 100 of 50,000 features, and a class."""
    with open(path, "w") as f:
        for _ in range(rows // 4):
            indices = np.unique(random.integers(1, 50_001, 100))
            values = random.random(len(indices))
            f.write("%d " % random.integers(0, 10) + " ".join("%d:%.6g" % pair for pair in zip(indices, values)) + "\n")


numbers(folder + "/numbers.csv")
mixed(folder + "/mixed.csv")
sparse(folder + "/sparse.svm")
