# What autorank and baycomp compute of tables of scores, for framework/showing/compare/testdata/peers.json:
# python comparisons_peer.py framework/showing/compare/testdata > peers.json. Needs autorank, baycomp, pandas.
import itertools
import json
import os
import sys
from importlib.metadata import version

import autorank
import baycomp
import pandas
from scipy import stats

folder = sys.argv[1]
over = pandas.read_csv(os.path.join(folder, "demsar2006.csv"), index_col=0)
folds = pandas.read_csv(os.path.join(folder, "folds.csv"))

friedman = stats.friedmanchisquare(*[over[name] for name in over])
out = {
    "origin": "autorank %s, baycomp %s and scipy %s, by test/peers/programs/comparisons_peer.py" % (
        version("autorank"), version("baycomp"), version("scipy")),
    "friedman": [friedman.statistic, friedman.pvalue],
    "ranks": over.rank(axis=1, ascending=False).mean().to_dict(),
    "correlated_t": [],
    "sign": [],
}
result = autorank.autorank(over, alpha=0.05, verbose=False, force_mode="nonparametric")
out["autorank"] = {"test": result.omnibus, "p": result.pvalue, "critical_difference": result.cd,
                   "ranks": result.rankdf["meanrank"].to_dict(), "post_hoc": result.posthoc}
for a, b in itertools.combinations(over, 2):
    # In whole thousandths, since baycomp compares differences with the rope as they are
    # rounded; its left is that its first method is better.
    x, y = [(over[name] * 1000).round().values for name in (a, b)]
    p = baycomp.SignTest.probs(x, y, 10, nsamples=400000, random_state=1)
    out["sign"].append({"a": a, "b": b, "probabilities": list(map(float, p))})
methods = list(dict.fromkeys(folds["method"]))
for dataset, rows in folds.groupby("dataset", sort=False):
    repeats = rows["repeat"].nunique() if "repeat" in rows else 1
    wide = rows.pivot_table(index=[c for c in ("repeat", "fold") if c in rows], columns="method", values="value")
    for a, b in itertools.combinations(methods, 2):
        p = baycomp.CorrelatedTTest.probs(wide[a].values, wide[b].values, 0.01, runs=repeats)
        out["correlated_t"].append({"dataset": dataset, "a": a, "b": b, "probabilities": list(map(float, p))})
json.dump(out, sys.stdout, indent=1)
