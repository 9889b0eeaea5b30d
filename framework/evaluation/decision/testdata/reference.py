"""Makes reference.json: priors by QuaPy's EM, predictions by xCOLUMNs' block coordinate ascent.

pip install quapy==0.2.3 xcolumns==0.0.2 scipy
"""
import json, sys
import numpy as np
from importlib.metadata import version
from quapy.method.aggregative import EMQ
from scipy.optimize import minimize
from xcolumns.block_coordinate import predict_using_bc_with_0approx
from xcolumns.metrics import binary_f1_score_on_conf_matrix, binary_precision_on_conf_matrix, binary_recall_on_conf_matrix

rng = np.random.default_rng(7)

def table(n, k, sharp):
    z = rng.normal(size=(n, k)) * sharp - np.arange(k) * 0.4
    p = np.exp(z)
    return np.round(p / p.sum(1, keepdims=True), 12)

out = {"versions": {m: version(m) for m in ["quapy", "xcolumns", "numpy", "scipy"]}, "priors": [], "ascent": []}
for n, k, sharp in [(40, 2, 2.0), (60, 4, 1.5), (30, 5, 3.0)]:
    p = table(n, k, sharp)
    p /= p.sum(1, keepdims=True)
    prior = rng.dirichlet(np.ones(k) * 4)
    EMQ.MAX_ITER = 100000
    estimate, _ = EMQ.EM(prior, p, epsilon=1e-12)
    def loss(z):
        q = np.exp(z - z.max()); q /= q.sum()
        return -np.mean(np.log(p @ (q / prior)))
    best = minimize(loss, np.log(prior), tol=1e-14, options={"gtol": 1e-10, "maxiter": 10000})
    out["priors"].append({"k": k, "p": p.ravel().tolist(), "from": prior.tolist(),
                          "estimate": np.asarray(estimate).tolist(), "likelihood": -float(best.fun)})
metrics = {"macro_f1": binary_f1_score_on_conf_matrix, "macro_precision": binary_precision_on_conf_matrix,
           "macro_recall": binary_recall_on_conf_matrix}
for name, f in metrics.items():
    for n, k, top in [(30, 4, 1), (50, 6, 2), (40, 8, 3)]:
        p = rng.beta(0.5, 2.0, size=(n, k)).round(6)
        if top == 1:
            p /= p.sum(1, keepdims=True)
        start = np.zeros_like(p)
        np.put_along_axis(start, np.argsort(-p, axis=1, kind="stable")[:, :top], 1, axis=1)
        y = predict_using_bc_with_0approx(p, f, top, init_y_pred=start.copy(), shuffle_order=False, tolerance=0, max_iter=100)
        if isinstance(y, tuple): y = y[0]
        out["ascent"].append({"measure": name, "k": k, "p": p.ravel().tolist(), "start": start.astype(int).ravel().tolist(),
                              "y": np.asarray(y).astype(int).ravel().tolist()})
json.dump(out, sys.stdout)
