"""Plans, later stages and decoding."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import wire
from .catalog import Plugin
from .contract import Decoded, Done, Reduction, Stage, Training
from .features import Features, numbers, read, whole, write
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
            targets = numbers(stage.targets, "the targets of a stage")
            message.target_rows, message.target_columns = targets.shape
            message.target_of.extend(whole(stage.target_of, "the training rows of targets").tolist())
            message.target_weights.extend(numbers(stage.target_weights, "the weights of targets").tolist())
            message.groups = int(targets.max()) + 1 if stage.task == "multiclass" and targets.size else 0
            write(request.targets_path, targets, np.float64)
        return wire.new("NextResponse", stage=message)

    def decode(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        """Writes class scores, predictions and probabilities."""
        scores = read(request.scores_path, (None, None))
        if np.isnan(scores).any():
            raise ValueError("a score is NaN")
        d: Decoded = self._reducer(request).decode(load(request.state), scores, request.kind)
        made = numbers(d.scores, "the scores of classes")
        write(request.class_scores_path, made, np.float64)
        if d.probabilities is not None:
            write(request.probabilities_path, numbers(d.probabilities, "the probabilities of classes"), np.float64)
        write(request.predictions_path, _predictions(d, made), np.int32)
        return wire.new("DecodeResponse", probabilities=d.probabilities is not None)


def _predictions(d: Decoded, scores: Any) -> Any:
    if d.predictions is not None:
        predicted = whole(d.predictions, "the predictions of decode")
        strange = predicted[(predicted < 0) | (predicted >= 1 << 31)]
        if strange.size:
            raise ValueError(f"the predictions of decode have the value {strange[0]}, which is not a class")
        return predicted
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
    code = np.zeros((0, 0)) if s.code is None else numbers(s.code, "the entries of a code")
    if code.ndim != 2 or not np.isin(code, (-1, 0, 1)).all():
        raise ValueError("a code is a matrix of +1, -1 and 0, a row a class")
    trains = s.code is not None or s.labels or s.targets is not None or s.task == "multiclass"
    return wire.new("Stage", task=s.task if trains else "", rows=code.shape[0], columns=code.shape[1],
                    code=code.astype(np.int8).tobytes(), outputs=s.outputs, folds=s.folds, state=dump(s.state),
                    learner=s.learner, inputs=list(s.inputs), features=s.features, later=s.later,
                    labels=whole(s.labels, "the labels of a stage").tolist(),
                    of=whole(s.of, "the numbers in of").tolist())
