"""The grid of experiments/digits.hcl as a scikit-learn user would write it. usage: digits_sklearn.py DIGITS.CSV.GZ JOBS [LEARNER]
Time the whole process: imports are part of it. With a learner, only that one, and JSON with the seconds of the work."""
import json
import sys
import time
import warnings

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_validate
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier, OutputCodeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

warnings.simplefilter("ignore")
table = np.loadtxt(sys.argv[1], delimiter=",")
x, y = table[:, :-1], table[:, -1].astype(int)
learners = {"logreg": LogisticRegression(max_iter=1000), "svm": LinearSVC(random_state=0), "lda": LinearDiscriminantAnalysis()}
if len(sys.argv) > 3:
    learners = {sys.argv[3]: learners[sys.argv[3]]}
reductions = {"one_vs_rest": OneVsRestClassifier, "one_vs_one": OneVsOneClassifier,
              "dense": lambda base: OutputCodeClassifier(base, code_size=3.4, random_state=0)}
start = time.perf_counter()
seconds = {}
for reduction, make in reductions.items():
    before = time.perf_counter()
    for learner, base in learners.items():
        folds = StratifiedKFold(10, shuffle=True, random_state=0)
        s = cross_validate(make_pipeline(StandardScaler(), make(base)), x, y, cv=folds, scoring=("accuracy", "f1_macro"), n_jobs=int(sys.argv[2]))
        if len(learners) > 1:
            print(f"{reduction:12} {learner:7} {s['test_accuracy'].mean():.4f} ± {s['test_accuracy'].std(ddof=1):.4f}  {s['test_f1_macro'].mean():.4f}")
    seconds[reduction] = time.perf_counter() - before
if len(learners) == 1:
    print(json.dumps({"seconds": time.perf_counter() - start, "by_reduction": seconds}))
