"""Metrics: numbers from what is predicted of rows."""

from __future__ import annotations

import traceback
from typing import Any, Callable

import numpy as np

from . import wire
from .catalog import Plugin
from .contract import Outcome
from .failures import summary
from .features import read


class Measurer:
    """Serves Metric."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin

    def compute(self, request: wire.Message, check: Callable[[], None]) -> wire.Message:
        """Answers with a value for each part of the rows, or why there is none."""
        metric = self._plugin.entry("metric", request.component).make(request.config_json)
        whole = _outcome(request)
        values, start = [], 0
        for end in request.ends:
            if not start <= end <= len(whole):
                raise ValueError(f"a part ends before row {end} of {len(whole)}, and begins at row {start}")
            check()
            values.append(_value(metric, whole.part(start, end)))
            start = end
        return wire.new("ComputeResponse", values=values)


def _value(metric: Any, outcome: Outcome) -> wire.Message:
    """One value. What is not a number is an error, and so is an exception: of this value alone."""
    try:
        value = metric.compute(outcome)
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)) or np.iscomplexobj(value):
            raise TypeError(f"compute returned {value!r}, which is not a number")
        return wire.new("Computed", value=float(value))
    except BaseException as wrong:
        traceback.print_exc()
        return wire.new("Computed", error=summary(wrong))


def _outcome(m: wire.Message) -> Outcome:
    """Reads what a request names, and compares the shapes."""
    k = len(m.classes)
    scores = read(m.scores_path, (None, k))
    n = len(scores)
    rows = (n, k) if m.multi_label else (n,)
    files = {"truth": read(m.truth_path, rows), "predicted": read(m.predictions_path, rows), "scores": scores,
             "probabilities": read(m.probabilities_path, (n, k)) if m.probabilities_path else None,
             "weights": read(m.weights_path, (n,)) if m.weights_path else None,
             "groups": read(m.groups_path, (n,)) if m.groups_path else None}
    for values in files.values():
        if values is not None:
            values.flags.writeable = False
    return Outcome(classes=m.classes, multi_label=m.multi_label, **files)
