"""Ten folds of one-vs-one of random forests on digits, by scikit-learn alone. usage: forest_sklearn.py DIGITS.CSV.GZ JOBS TREES
Time the whole process, as that of bench."""
import sys

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.multiclass import OneVsOneClassifier

table = np.loadtxt(sys.argv[1], delimiter=",")
folds = StratifiedKFold(10, shuffle=True, random_state=0)
model = OneVsOneClassifier(RandomForestClassifier(n_estimators=int(sys.argv[3]), random_state=1))
scores = cross_val_score(model, table[:, :-1], table[:, -1].astype(int), cv=folds, n_jobs=int(sys.argv[2]))
print(f"{scores.mean():.4f} ± {scores.std(ddof=1):.4f}")
