# Prints reference.json: the posterior of the same model drawn by PyMC's NUTS (5.28.5 was used), of three
# tables of wins: python3 reference.py > reference.json
import json
import numpy as np
import pymc as pm

tables = [
    [[0, 9], [3, 0]],
    [[0, 8, 6.5, 2], [6, 0, 3.5, 1], [7.5, 10.5, 0, 6], [12, 13, 8, 0]],
    [[0, 2, 3, 0, 8], [10, 0, 8, 5, 12], [9, 4, 0, 0, 12], [12, 7, 12, 0, 12], [4, 0, 0, 0, 0]],
]
out = []
for table in tables:
    wins = np.array(table, float)
    k = len(wins)
    with pm.Model():
        sigma = pm.LogNormal("sigma", 0, 0.5)
        raw = pm.Normal("raw", 0, 1, shape=k)
        beta = pm.Deterministic("beta", sigma * raw)
        apart = beta[:, None] - beta[None, :]
        pm.Potential("wins", -(wins * pm.math.log1pexp(-apart)).sum())
        trace = pm.sample(10000, tune=2000, chains=4, cores=2, random_seed=1, progressbar=False, target_accept=0.95)
    beta = trace.posterior["beta"].values.reshape(-1, k)
    win = 1 / (1 + np.exp(-(beta[:, :, None] - beta[:, None, :])))
    centred = (beta - beta.mean(axis=1, keepdims=True)) * 400 / np.log(10)
    out.append({"wins": table, "win": win.mean(axis=0).tolist(), "above": (win > 0.55).mean(axis=0).tolist(),
                "rope": (np.abs(win - 0.5) <= 0.05).mean(axis=0).tolist(), "elo": centred.mean(axis=0).tolist(),
                "low": np.quantile(centred, 0.025, axis=0).tolist(), "high": np.quantile(centred, 0.975, axis=0).tolist()})
print(json.dumps(out))
