"""Encoders: features of the columns of a table."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import wire
from .catalog import Plugin
from .contract import Column, Encoding, Records, TrainingRecords
from .features import Features, numbers, read, write
from .states import dump, load


class Fitter:
    """Serves Encoder."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin

    def _encoder(self, request: wire.Message) -> Any:
        return self._plugin.entry("encoder", request.component).make(request.config_json)

    def fit(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        """Answers with the state and the features."""
        encoding = self._encoder(request).fit(_training(request))
        if not isinstance(encoding, Encoding):
            raise TypeError(f"fit returned a {type(encoding).__name__}, which is not an Encoding")
        return wire.new("FitResponse", state=dump(encoding.state), features=[_feature(f) for f in encoding.features])

    def transform(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        """Writes the features of rows."""
        x, columns = _records(request.records)
        made = numbers(self._encoder(request).transform(load(request.state), Records(x, columns)), "the features of rows")
        if made.ndim != 2 or len(made) != len(x):
            raise ValueError(f"transform returned the shape {made.shape} for {len(x)} rows")
        write(request.output_path, made, np.float64)
        return wire.new("TransformResponse")


def _feature(f: str | Column) -> wire.Message:
    if isinstance(f, Column):
        return wire.new("Feature", name=f.name, kind=f.kind)
    return wire.new("Feature", name=str(f))


def _records(m: wire.Message | None) -> tuple[Any, Any]:
    features = Features(m)
    x = features.dense
    if x is None or len(features.columns) != x.shape[1]:
        raise ValueError("records are dense, with a name for each of their columns")
    x.flags.writeable = False
    return x, features.columns


def _training(m: wire.Message) -> TrainingRecords:
    """Reads what a request names, and compares the shapes."""
    x, columns = _records(m.records)
    n = len(x)
    target = (n, len(m.classes)) if m.multi_label else (n,)
    files = {"target": read(m.target_path, target) if m.target_path else None,
             "weights": read(m.weights_path, (n,)) if m.weights_path else None,
             "groups": read(m.groups_path, (n,)) if m.groups_path else None}
    for values in files.values():
        if values is not None:
            values.flags.writeable = False
    return TrainingRecords(x, columns, classes=m.classes, multi_label=m.multi_label, seed=m.seed, **files)
