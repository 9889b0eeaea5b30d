"""Writes the files of scikit-learn, autorank and openml-python in this folder, with the numbers
that they print: python3 make.py. Needs scikit-learn, autorank and openml from PyPI (README.md has
the versions)."""

import http.server
import json
import threading

import numpy
import openml
import pandas
from autorank import autorank
from sklearn import datasets
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, RepeatedStratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier


def plain(value):
    """A value of cv_results_ as JSON has it."""
    if isinstance(value, numpy.ma.MaskedArray):
        return [None if masked else plain(v) for v, masked in zip(value.data, numpy.ma.getmaskarray(value))]
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return value.tolist()
    return value


def searches():
    X, y = datasets.load_iris(return_X_y=True)
    grid = [{"kernel": ["linear"], "C": [0.1, 1, 10]}, {"kernel": ["rbf"], "C": [1, 10], "gamma": [0.1, "scale"]}]
    one = GridSearchCV(SVC(), grid, cv=5).fit(X, y)
    pandas.DataFrame(one.cv_results_).to_csv("cv_results.csv", index=False)
    json.dump({k: plain(v) for k, v in one.cv_results_.items()}, open("cv_results.json", "w"), default=plain, indent=1)
    X, y = datasets.load_wine(return_X_y=True)
    folds = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1)
    two = GridSearchCV(make_pipeline(StandardScaler(), LogisticRegression()), {"logisticregression__C": [0.01, 1]},
                       cv=folds, scoring=["accuracy", "f1_macro"], refit=False, return_train_score=True).fit(X, y)
    pandas.DataFrame(two.cv_results_).to_json("cv_results_repeated.json", indent=1)


def ranks():
    sets = {"iris": datasets.load_iris(return_X_y=True), "wine": datasets.load_wine(return_X_y=True),
            "cancer": datasets.load_breast_cancer(return_X_y=True)}
    for seed in range(1, 8):
        sets[f"made{seed}"] = datasets.make_classification(n_samples=120, n_features=8, n_informative=5, n_classes=3,
                                                           random_state=seed)
    methods = {"nb": GaussianNB(), "knn": make_pipeline(StandardScaler(), KNeighborsClassifier()),
               "tree": DecisionTreeClassifier(random_state=1), "svc": make_pipeline(StandardScaler(), SVC())}
    table = pandas.DataFrame({m: {d: cross_val_score(c, X, y, cv=5).mean() for d, (X, y) in sets.items()}
                              for m, c in methods.items()}).round(6)
    table.to_csv("autorank.csv")
    r = autorank(table, alpha=0.05, force_mode="nonparametric")
    json.dump({"omnibus": r.omnibus, "p": r.pvalue, "posthoc": r.posthoc, "critical_difference": r.cd,
               "ranks": r.rankdf["meanrank"].to_dict()}, open("autorank_expected.json", "w"), indent=1)


RUNS = [  # run, task, setup, flow, name of the flow, data, name of the data, accuracy of three folds
    (11, 59, 1, 100, "weka.J48(1)", 61, "iris", [0.94, 0.96, 0.92]),
    (12, 59, 2, 101, "sklearn.svm._classes.SVC(3)", 61, "iris", [0.96, 0.98, 0.94]),
    (13, 59, 3, 101, "sklearn.svm._classes.SVC(3)", 61, "iris", [0.90, 0.92, 0.94]),
    (14, 41, 1, 100, "weka.J48(1)", 42, "soybean", [0.91, 0.90, 0.92]),
    (15, 41, 2, 101, "sklearn.svm._classes.SVC(3)", 42, "soybean", [0.93, 0.92, 0.95]),
    (16, 41, 3, 101, "sklearn.svm._classes.SVC(3)", 42, "soybean", [0.90, 0.90, 0.89]),
    (17, 41, 3, 101, "sklearn.svm._classes.SVC(3)", 42, "soybean", [0.90, 0.91, 0.89]),
]


class Server(http.server.BaseHTTPRequestHandler):
    """Answers as the documents of OpenML's API say; the runs are made up."""

    def log_message(self, *args):
        pass

    def do_GET(self):
        out = '<oml:evaluations xmlns:oml="http://openml.org/openml">'
        for run, task, setup, flow, name, data, data_name, values in RUNS if "offset/0" in self.path else []:
            value = (f"<oml:values>{json.dumps(values)}</oml:values>" if "per_fold/true" in self.path
                     else f"<oml:value>{numpy.mean(values):.6f}</oml:value>")
            out += ("<oml:evaluation>" + "".join(f"<oml:{k}>{v}</oml:{k}>" for k, v in dict(
                run_id=run, task_id=task, setup_id=setup, flow_id=flow, flow_name=name, data_id=data,
                data_name=data_name, function="predictive_accuracy", upload_time="2020-01-01 00:00:00",
                uploader=1, uploader_name="somebody").items()) + value + "</oml:evaluation>")
        out += "</oml:evaluations>"
        if "user/list" in self.path:
            out = ('<oml:users xmlns:oml="http://openml.org/openml"><oml:user><oml:id>1</oml:id><oml:username>somebody'
                   "</oml:username></oml:user></oml:users>")
        body = out.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def runs():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    openml.config.server = f"http://127.0.0.1:{server.server_port}/api/v1/xml"
    for name, per_fold in [("openml", None), ("openml_folds", True)]:
        frame = openml.evaluations.list_evaluations("predictive_accuracy", size=len(RUNS), per_fold=per_fold,
                                                    tasks=[59, 41], output_format="dataframe")
        frame.to_csv(name + ".csv")
        frame.to_json(name + ".json", orient="records", indent=1)


searches()
ranks()
runs()
