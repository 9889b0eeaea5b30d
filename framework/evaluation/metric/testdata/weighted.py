"""Computes the values of weighted.json anew with scikit-learn, from the rows and weights that it holds.
usage: weighted.py < weighted.json > new.json

To add a metric, add its function to CLASSES or LABELS, and to "values" of the cases an entry with its name, its options
and "values": []."""
import json
import sys
import warnings

import numpy as np
from sklearn import metrics as m

warnings.filterwarnings("ignore")


def scores(function):
    """precision, recall and their kin, of classes or labels."""
    def of(c, o, true, predicted):
        average = None if o["average"] == "none" else o["average"]
        options = {"average": average, "sample_weight": c["weights"],
                   "zero_division": np.nan if o["zero_division"] == "nan" else int(o["zero_division"])}
        if "beta" in o:
            options["beta"] = o["beta"]
        if average is None and "classes" in c:
            options["labels"] = range(c["classes"])
        return function(true, predicted, **options)
    return of


def by_example(function):
    """The same, a row at a time."""
    of = scores(function)
    return lambda c, o, true, predicted: of(c, {"average": "samples", **o}, true, predicted)


def ranked(function, **more):
    """AUC and average precision, of each class against the others; classes without both kinds of rows make NaN."""
    def of(c, o, true, p):
        if "classes" in c:
            true = np.eye(c["classes"])[true]
        average = None if o["average"] == "none" else o["average"]
        return function(true, p, average=average, sample_weight=c["weights"], **more)
    return of


def plain(function, **more):
    return lambda c, o, true, predicted: function(true, predicted, sample_weight=c["weights"], **more)


def over_labels(function):
    """The mean over labels of a metric of probabilities."""
    return lambda c, o, y, p: np.mean([function(y[:, j], p[:, j], c["weights"]) for j in range(y.shape[1])])


KIN = {"precision": scores(m.precision_score), "recall": scores(m.recall_score), "f1": scores(m.f1_score),
       "fbeta": scores(m.fbeta_score), "jaccard": scores(m.jaccard_score)}
PREDICTED = {
    **KIN, "accuracy": plain(m.accuracy_score), "error": plain(m.zero_one_loss),
    "balanced_accuracy": plain(m.balanced_accuracy_score), "mcc": plain(m.matthews_corrcoef),
    "kappa": lambda c, o, t, p: m.cohen_kappa_score(t, p, sample_weight=c["weights"],
                                                    weights=None if o["weights"] == "none" else o["weights"])}
CLASSES = {  # of probabilities
    "auc": ranked(m.roc_auc_score), "average_precision": ranked(m.average_precision_score),
    "log_loss": lambda c, o, t, p: m.log_loss(t, p, sample_weight=c["weights"], labels=range(c["classes"])),
    "brier": lambda c, o, t, p: m.brier_score_loss(t, p, sample_weight=c["weights"], labels=range(c["classes"]),
                                                   scale_by_half=False),
    "top_k": lambda c, o, t, p: m.top_k_accuracy_score(t, p, k=o["k"], sample_weight=c["weights"],
                                                       labels=range(c["classes"]))}
PREDICTED_LABELS = {
    **KIN, "subset_accuracy": plain(m.accuracy_score), "hamming_loss": plain(m.hamming_loss),
    "example_precision": by_example(m.precision_score), "example_recall": by_example(m.recall_score),
    "example_f1": by_example(m.f1_score), "example_accuracy": by_example(m.jaccard_score)}
LABELS = {  # of probabilities
    "auc": ranked(m.roc_auc_score), "average_precision": ranked(m.average_precision_score),
    "coverage": plain(m.coverage_error), "lrap": plain(m.label_ranking_average_precision_score),
    "ranking_loss": plain(m.label_ranking_loss),
    "ndcg": lambda c, o, y, p: m.ndcg_score(y, p, k=o.get("k"), sample_weight=c["weights"]),
    "log_loss": over_labels(lambda y, p, w: m.log_loss(y, p, sample_weight=w, labels=[0, 1])),
    "brier": over_labels(lambda y, p, w: m.brier_score_loss(y, p, sample_weight=w, labels=[0, 1]))}


def values(c, v, true, predicted, of_predicted, of_probabilities):
    name, options = v["metric"], v["options"]
    if name in of_predicted:
        found = of_predicted[name](c, options, true, predicted)
    else:
        found = of_probabilities[name](c, options, true, np.array(c["probabilities"], float))
    return [None if np.isnan(x) else float(x) for x in np.atleast_1d(found)]


def main():
    data = json.load(sys.stdin)
    for c in data["classes"]:
        true, predicted = np.array(c["truth"]), np.array(c["predicted"])
        c["confusion"] = m.confusion_matrix(true, predicted, labels=range(c["classes"]), sample_weight=c["weights"]).tolist()
        for v in c["values"]:
            v["values"] = values(c, v, true, predicted, PREDICTED, CLASSES)
    for c in data["labels"]:
        y, predicted = np.array(c["y"]), np.array(c["predicted"])
        for v in c["values"]:
            v["values"] = values(c, v, y, predicted, PREDICTED_LABELS, LABELS)
    json.dump(data, sys.stdout)
    print()


main()
