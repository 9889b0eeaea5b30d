"""Splitters: which rows each fold trains on and tests."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from . import wire
from .catalog import Plugin
from .contract import Column, Fold, Matrix, Undivided
from .features import Features, missing, read, write
from .params import Diagnostic


class Divider:
    """Serves Splitter."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin

    def split(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        """Writes the rows of the folds and answers with how many each has, or with what is wrong."""
        splitter = self._plugin.entry("validation", request.component).make(request.config_json)
        rows = _undivided(request)
        parts: list[NDArray[np.int64]] = []
        repeats = []
        try:
            for folds in splitter.split(rows):
                sizes = []
                for one in folds:
                    train, test = _numbers(one, "train", len(rows)), _numbers(one, "test", len(rows))
                    parts += [train, test]
                    sizes.append(wire.new("SplitFold", train=len(train), test=len(test), others=one.train is None))
                repeats.append(wire.new("SplitRepeat", folds=sizes))
        except Diagnostic as wrong:
            return wire.new("SplitResponse", diagnostics=[wrong.message()])
        listed = np.concatenate(parts) if parts else np.zeros(0, np.int64)
        write(request.output_path, np.where((listed < 0) | (listed >= 1 << 31), -1, listed), np.int32)
        return wire.new("SplitResponse", repeats=repeats)


def _numbers(fold: Any, of: str, rows: int) -> NDArray[np.int64]:
    """The rows of a part of a fold by their numbers."""
    if not isinstance(fold, Fold):
        raise TypeError(f"split returned {fold!r} where a Fold should be")
    listed = getattr(fold, of)
    if listed is None:
        return np.zeros(0, np.int64)
    if missing(listed):
        raise TypeError(f"{of} of a fold is a masked array in which {missing(listed)} rows are missing")
    array = np.asarray(listed)
    if array.ndim != 1:
        raise TypeError(f"{of} of a fold is not a list of rows, but an array of {array.ndim} dimensions")
    if array.dtype == bool:
        if len(array) != rows:
            raise ValueError(f"{of} of a fold says of {len(array)} rows whether they are in it, and there are {rows}")
        return np.flatnonzero(array)
    if len(array) and not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"{of} of a fold has rows of the type {array.dtype}, which are not whole numbers")
    return array.astype(np.int64)


def _undivided(m: wire.Message) -> Undivided:
    """Reads what a request names, and compares the shapes."""
    n, k = m.rows, len(m.classes)
    files = {"truth": read(m.truth_path, (n, k) if m.multi_label else (n,))}
    for what, path in (("quantity", m.quantity_path), ("groups", m.groups_path), ("weights", m.weights_path)):
        files[what] = read(path, (n,)) if path else None
    for values in files.values():
        if values is not None:
            values.flags.writeable = False
    x: Matrix | None = None
    columns: Sequence[Column] = ()
    if m.features is not None and m.features.cols:
        features = Features(m.features)
        if features.shape[0] != n:
            raise ValueError(f"features of {features.shape[0]} rows for {n} rows")
        x = features.sparse.matrix() if features.dense is None else features.dense
        columns = features.columns
    return Undivided(classes=m.classes, multi_label=m.multi_label, x=x, columns=columns, seed=m.seed, **files)
