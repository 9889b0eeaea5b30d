"""What an estimator can do, as far as its class tells."""

from __future__ import annotations

from importlib import import_module, metadata
from typing import Any, Iterable, Sequence

import numpy as np
from bench_plugin import Column
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.validation import has_fit_parameter

#: What scores are made of, the first that there is.
OUTPUTS = ("decision_function", "predict_proba", "votes")


def predicts(made: Any) -> bool:
    """Whether it is a classifier or a regressor."""
    return hasattr(made, "fit") and hasattr(made, "predict") and (is_classifier(made) or is_regressor(made))


def role(made: Any) -> str:
    """What an estimator does that does not classify."""
    for does, what in (("transform", "transforms features"), ("fit_predict", "finds clusters or outliers")):
        if hasattr(made, does):
            return f"It {what}; a step before a classifier belongs into a sklearn.pipeline.Pipeline."
    return "It has no predict, or does not say what it predicts."


def sparse(made: Any) -> bool:
    """Whether it takes sparse rows: estimators say so since scikit-learn 1.6, others get dense ones."""
    try:
        from sklearn.utils import get_tags

        return bool(get_tags(made).input_tags.sparse)
    except (ImportError, AttributeError, TypeError):
        return False


def weights(made: Any) -> bool:
    """Whether fit takes row weights; a pipeline takes them for a step only."""
    return has_fit_parameter(made, "sample_weight")


def free(made: Any, name: str) -> list[str]:
    """The parameters of this name, also those of inner estimators, that nobody has set."""
    return [key for key, value in made.get_params().items() if key.rpartition("__")[2] == name and value is None]


def deterministic(made: Any) -> bool:
    """Whether the same seed gives the same bytes: so with scikit-learn's own estimators. Other libraries may sum in
    the order in which threads come."""
    parts = [made, *(v for v in made.get_params().values() if hasattr(v, "get_params"))]
    return all(type(part).__module__.split(".")[0] == "sklearn" for part in parts)


def nominal(made: Any, columns: Sequence[Column], params: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """Tells an estimator which columns are categories, if it knows of categories and the user has not said. Returns
    what fit is to be told, and the columns that must have NaN where no category is known: others take a negative
    number for that."""
    at = [j for j, column in enumerate(columns) if column.kind == "nominal"]
    own = made.get_params(deep=False)
    if not at:
        return {}, []
    if "categorical_features" in own and "categorical_features" not in params:
        most = own.get("max_bins", 255)
        made.set_params(categorical_features=[j for j in at if len(columns[j].values) <= most] or None)
    elif "enable_categorical" in own and "feature_types" not in params:
        made.set_params(enable_categorical=True, feature_types=["c" if j in at else "q" for j in range(len(columns))])
        return {}, at
    elif has_fit_parameter(made, "categorical_feature"):
        return {"categorical_feature": at}, []
    return {}, []


def unknown(x: Any, columns: Sequence[int]) -> Any:
    """Rows with NaN in place of negative numbers in some columns, as an array."""
    if not columns:
        return x
    rows = np.array(x.toarray() if hasattr(x, "toarray") else x)
    part = rows[:, columns]
    rows[:, columns] = np.where(part < 0, np.nan, part)
    return rows


def versions(tops: Iterable[str]) -> dict[str, str]:
    """The versions of the libraries of top-level modules, beside scikit-learn's."""
    found = {}
    for top in sorted(set(tops) - {"sklearn", "__main__"}):
        version = getattr(import_module(top), "__version__", None)
        if version is None:
            names = metadata.packages_distributions().get(top, [])
            if not names:
                continue  # the code of the user, whose digest counts
            version = metadata.version(names[0])
        found[top] = str(version)
    return found
