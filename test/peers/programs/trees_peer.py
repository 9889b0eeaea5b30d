"""Trains and tests a label tree of another program with one thread. usage: trees_peer.py PROGRAM SETTINGS TRAIN TEST OUT.json COSTS
PROGRAM is napkinxc, pecos, libmultilabel, or vw. SETTINGS are JSON: arguments of its functions, or for vw its options of
training and the bits of its hash table. TRAIN and TEST are paths without ending, of files that trees_data.py wrote.

COSTS is "costs" where mistakes cost |i - j| / (K - 1), for vw with --csoaa, or empty.

OUT.json gets the seconds of training, of loading the model where testing needs that, and of testing, each on the clock
and of the processor, precision at 1, 3 and 5, the share of rows whose first label is right, and the version.
Reading the data and importing are not counted, but Vowpal Wabbit reads its text while it learns."""
import json
import os
import sys
import tempfile
import time
from importlib.metadata import version

import numpy as np
from scipy import sparse

program, settings, train, test, out, costs = sys.argv[1:]
settings = json.loads(settings)
answer = {"version": ""}
TOP = 5


def load(path):
    z = np.load(path + ".npz")
    matrix = lambda of: sparse.csr_matrix((z[of + "_data"], z[of + "_indices"], z[of + "_indptr"]), z[of + "_shape"])
    return matrix("x"), matrix("y")


def timed(what, work):
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    answer[what] = time.perf_counter() - wall
    answer["cpu"] = answer.get("cpu", 0) + time.process_time() - processor
    return result


def napkinxc(folder):
    from napkinxc.models import PLT

    x, y = load(train)
    x.indptr, y = x.indptr.astype(np.int32), y.astype(np.float32)
    y.indptr = y.indptr.astype(np.int32)
    model = PLT(folder, threads=1, seed=1, **settings)
    timed("train", lambda: model.fit(x, y))
    xt, yt = load(test)
    xt.indptr = xt.indptr.astype(np.int32)
    timed("load", model.load)
    return timed("test", lambda: model.predict(xt, top_k=TOP)), yt


def pecos(folder):
    from pecos.xmc import Indexer, LabelEmbeddingFactory
    from pecos.xmc.xlinear.model import XLinearModel

    tree = {k: settings[k] for k in ("nr_splits", "max_leaf_size") if k in settings}
    svm = {k: settings[k] for k in ("solver_type", "Cp", "Cn", "eps", "threshold") if k in settings}
    rank = {k: settings[k] for k in ("beam_size", "post_processor") if k in settings}
    x, y = load(train)
    x.indptr, y.indptr = x.indptr.astype(np.int32), y.indptr.astype(np.int32)

    def fit():
        chain = Indexer.gen(LabelEmbeddingFactory.create(y.tocsc(), x, method="pifa", threads=1), threads=1, **tree)
        return XLinearModel.train(x, y.tocsc(), C=chain, threads=1, bias=1.0, **svm)

    model = timed("train", fit)
    xt, yt = load(test)
    xt.indptr = xt.indptr.astype(np.int32)
    model.save(folder)
    model = timed("load", lambda: XLinearModel.load(folder, is_predict_only=True))  # its quick way to predict
    found = timed("test", lambda: model.predict(xt, only_topk=TOP, threads=1, **rank))
    return best(found), yt


def libmultilabel(folder):
    import libmultilabel.linear as linear

    x, y = load(train)
    x, y = x.astype(np.float64), y.astype(np.float64)
    x.indptr, y.indptr = x.indptr.astype(np.int32), y.indptr.astype(np.int32)
    beam = settings.pop("beam_width", 10)
    model = timed("train", lambda: linear.train_tree(y, x, verbose=False, **settings))
    xt, yt = load(test)
    xt = xt.astype(np.float64)
    xt.indptr = xt.indptr.astype(np.int32)

    def predict():  # in parts, since it answers with all labels of all rows, most of them 0
        parts = range(0, xt.shape[0], 1000)
        return sparse.vstack([sparse.csr_matrix(model.predict_values(xt[i:i + 1000], beam_width=beam)) for i in parts])

    return best(sparse.csr_matrix(timed("test", predict))), yt


def vw(folder):
    from vowpalwabbit import Workspace

    def whole(arguments):
        Workspace(arg_list=f"--quiet {arguments}".split()).finish()

    model, found, cache = [os.path.join(folder, name) for name in ("model", "found", "cache")]
    rows, asked = (costed(train, folder), costed(test, folder)) if costs else (train + ".vw", test + ".vw")
    timed("train", lambda: whole(f"-d {rows} -f {model} -k --cache_file {cache} {settings['options']}"))
    tree = "--plt" in settings["options"]
    named = f"--loss_function logistic --top_k {TOP}" if tree else ""
    timed("test", lambda: whole(f"-d {asked} -t -i {model} -p {found} {named}"))
    yt = load(test)[1]
    first = int((np.diff(yt.indptr) == 1).all())  # classes count from 1 in its files, labels from 0
    with open(found) as rows:
        if tree:
            return [[int(v) - first for v in row.strip().strip(",").split(",") if v] for row in rows], yt
        return [[int(float(row.split()[0])) - 1] for row in rows], yt


def costed(path, folder):
    """A file for csoaa: the costs of all classes for each row, which it chooses among."""
    y = load(path)[1]
    lines = [" ".join(f"{j + 1}:{abs(i - j) / (y.shape[1] - 1):.6g}" for j in range(y.shape[1])) for i in range(y.shape[1])]
    name = os.path.join(folder, os.path.basename(path) + ".vw")
    with open(path + ".vw") as rows, open(name, "w") as out:
        for label, row in zip(y.indices, rows):
            out.write(lines[label] + " " + row.split(" ", 1)[1])
    return name


def best(scores):
    """The labels of each row of a sparse matrix with the largest scores."""
    scores.sort_indices()
    rows = (slice(*scores.indptr[i:i + 2]) for i in range(scores.shape[0]))
    return [scores.indices[r][np.argsort(-scores.data[r], kind="stable")[:TOP]].tolist() for r in rows]


versions = {"napkinxc": "napkinxc", "pecos": "libpecos", "libmultilabel": "libmultilabel", "vw": "vowpalwabbit"}
with tempfile.TemporaryDirectory() as folder:
    found, truth = {"napkinxc": napkinxc, "pecos": pecos, "libmultilabel": libmultilabel, "vw": vw}[program](folder)
labels = np.split(truth.indices, truth.indptr[1:-1])
hits = [np.isin(f, t) for f, t in zip(found, labels)]
answer["precision"] = [sum(h[:k].sum() for h in hits) / k / len(labels) for k in (1, 3, 5)]
if costs:
    answer["cost"] = float(np.mean([abs(f[0] - t[0]) / (truth.shape[1] - 1) for f, t in zip(found, labels)]))
answer["version"] = f"{versions[program]} {version(versions[program])}"
if len(found) != len(labels):
    sys.exit(f"{program} answers with {len(found)} rows of {len(labels)}")
with open(out, "w") as f:
    json.dump(answer, f)
