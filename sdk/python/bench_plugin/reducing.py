"""Plans, later stages and decoding."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import wire
from .catalog import Plugin
from .contract import Decoded, Done, Reduction, Stage, Training
from .features import Features, read, write
from .params import Diagnostic
from .states import dump, load


class Planner:
    """Serves Reducer."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin

    def _reducer(self, request: wire.Message) -> Any:
        return self._plugin.entry("reduction", request.component).make(request.config_json)

    def plan(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        """Answers with the first stage, or what is wrong."""
        try:
            stage = self._reducer(request).plan(Reduction(request.classes, request.counts, request.seed))
        except Diagnostic as wrong:
            return wire.new("PlanResponse", diagnostics=[wrong.message()])
        return wire.new("PlanResponse", stage=_stage(stage))

    def next(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        """Answers with the stage after one that asked for something."""
        stage = self._reducer(request).next(load(request.state), _training(request))
        if isinstance(stage, Done):
            return wire.new("NextResponse", stage=wire.new("Stage", state=dump(stage.state)), done=True)
        message = _stage(stage)
        if stage.targets is not None:
            targets = np.asarray(stage.targets, np.float64)
            message.target_rows, message.target_columns = targets.shape
            message.target_of.extend(int(row) for row in stage.target_of)
            message.target_weights.extend(float(weight) for weight in stage.target_weights)
            message.groups = int(targets.max()) + 1 if stage.task == "multiclass" and targets.size else 0
            write(request.targets_path, targets, np.float64)
        return wire.new("NextResponse", stage=message)

    def decode(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        """Writes class scores, predictions and probabilities."""
        scores = read(request.scores_path, (None, None))
        if np.isnan(scores).any():
            raise ValueError("a score is NaN")
        d: Decoded = self._reducer(request).decode(load(request.state), scores, request.kind)
        write(request.class_scores_path, d.scores, np.float64)
        if d.probabilities is not None:
            write(request.probabilities_path, d.probabilities, np.float64)
        write(request.predictions_path, _predictions(d), np.int32)
        return wire.new("DecodeResponse", probabilities=d.probabilities is not None)


def _predictions(d: Decoded) -> Any:
    if d.predictions is not None:
        return d.predictions
    scores = np.asarray(d.scores)
    return scores.argmax(axis=1) if len(scores) else np.zeros(0, np.int32)


def _training(m: wire.Message) -> Training:
    k = len(m.counts)
    classes = read(m.classes_path, (None,)) if m.classes_path else np.zeros(0, np.int32)
    labels = read(m.labels_path, (None, k)) if m.labels_path else np.zeros((0, k), np.int8)
    n = len(labels) if m.labels_path else len(classes)
    outputs = read(m.outputs_path, (n, None)) if m.outputs_path else np.zeros((n, 0))
    x = np.zeros((0, 0))
    if m.features is not None and m.features.rows:
        features = Features(m.features)
        x = features.rows(features.row_set(m.rows), keep_sparse=False)
        if len(x) != n:
            raise ValueError(f"features of {len(x)} rows for {n} training rows")
    return Training(classes, labels, m.counts, outputs, m.kind, x, m.seed)


def _stage(s: Stage) -> wire.Message:
    code = np.zeros((0, 0), np.int8) if s.code is None else np.asarray(s.code)
    if code.ndim != 2 or not np.isin(code, (-1, 0, 1)).all():
        raise ValueError("a code is a matrix of +1, -1 and 0, a row a class")
    trains = s.code is not None or s.labels or s.targets is not None or s.task == "multiclass"
    return wire.new("Stage", task=s.task if trains else "", rows=code.shape[0], columns=code.shape[1],
                    code=code.astype(np.int8).tobytes(), outputs=s.outputs, folds=s.folds, state=dump(s.state),
                    learner=s.learner, inputs=list(s.inputs), features=s.features, later=s.later,
                    labels=list(s.labels), of=list(s.of))
