# Writes pairs.json: of each two methods of five.csv the mean difference, wins, ties, losses and the
# p-value of the two-sided Wilcoxon test in the multi-comparison matrix of aeon (1.6.0 was used, with
# pandas and matplotlib): python3 pairs.py
import json
import os
import tempfile

import matplotlib
import pandas as pd

matplotlib.use("Agg")
from aeon.visualisation import create_multi_comparison_matrix

# In thousandths, so that differences that are equal in decimals are tied in binary numbers too.
frame = pd.read_csv("five.csv").drop(columns=pd.read_csv("five.csv").columns[0]).mul(1000).round()
with tempfile.TemporaryDirectory() as folder:
    create_multi_comparison_matrix(frame, save_path=os.path.join(folder, "mcm"), formats="json", precision=17,
                                   pvalue_test_params={"zero_method": "wilcox", "alternative": "two-sided"})
    name = [n for n in os.listdir(folder) if n.endswith("json")][0]
    analysis = json.load(open(os.path.join(folder, name)))
pairs = [{"a": a, "b": b, **{k: analysis[f"{a}-vs-{b}"][k] for k in ("win", "tie", "loss", "pvalue")},
          "mean": analysis[f"{a}-vs-{b}"]["mean"] / 1000}
         for a in frame for b in frame if a != b]
json.dump(pairs, open("pairs.json", "w"), indent=1)
