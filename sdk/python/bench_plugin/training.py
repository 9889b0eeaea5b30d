"""Training and scoring: calls become problems, models stay here."""

from __future__ import annotations

import pickle
import threading
import time
from dataclasses import dataclass
from itertools import count
from typing import Any, Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from . import wire
from .catalog import Plugin
from .contract import Batch, Cancelled, Fitted, Floats, Learner, Problem
from .failures import report
from .features import Features, RowSet, numbers, read, write

_BLOCK = 1 << 23  # values of rows that are gathered at a time for scoring: 64 MiB

Check = Callable[[], None]


@dataclass(frozen=True)
class _Kept:
    """A model with what its features go through."""

    learner: Learner
    model: Any
    width: int  # scores a row
    rows: RowSet
    sparse: bool


@dataclass(frozen=True)
class _Task:
    """A problem of a call, checked."""

    set: RowSet
    used: NDArray[np.bool_]  # the ranges whose rows it is trained on
    message: wire.Message

    def rows(self) -> RowSet:
        """The rows that it is trained on."""
        return self.set.part(self.set.starts[self.used], self.set.ends[self.used])

    def targets(self) -> Floats:
        """A target for each of its rows."""
        m = self.message
        if m.target_path:
            return _checked(read(m.target_path, (int(self.set.lengths.sum()),)), m)
        values = self.set.classes if m.task == "multiclass" else _code(m)[self.set.classes]
        return np.repeat(values[self.used].astype(np.float64), self.set.lengths[self.used])

    def weights(self) -> Floats | None:
        """The weights of its rows."""
        w = self.set.weights
        return w if w is None else w[np.repeat(self.used, self.set.lengths)]

    def alike(self, other: "_Task") -> bool:
        """Whether it has the same rows as another."""
        return self.set is other.set and np.array_equal(self.used, other.used)


class Trainer:
    """Serves Learner."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self._models: dict[str, _Kept] = {}
        self._lock = threading.Lock()
        self._names = count(1)

    def train(self, request: wire.Message, check: Check) -> Iterator[wire.Message]:
        """Trains problems and yields an event for each."""
        learner = self._plugin.entry("learner", request.component).make(request.config_json)
        sparse = learner.narrow().sparse
        features = Features(request.features)
        if features.dense is None and not sparse:
            raise ValueError(f"the features are sparse, which learner {request.component!r} does not take")
        sets = [features.row_set(s) for s in request.row_sets]
        tasks = [_task(p, sets) for p in request.problems]
        call = _Call(learner, features, sparse, max(request.threads, 1), check)
        trained = call.together(tasks) if learner.train_batch else call.one_by_one(tasks)
        for i, outcome, seconds in trained:
            yield self._keep(call, i, tasks[i], outcome, seconds)

    def _keep(self, call: "_Call", i: int, task: _Task, outcome: Any, seconds: float) -> wire.Message:
        if isinstance(outcome, BaseException):
            return wire.new("TrainEvent", problem=i, error=report(outcome), seconds=seconds)
        fit = outcome if isinstance(outcome, Fitted) else Fitted(outcome)
        width = task.message.classes if task.message.task == "multiclass" else 1
        none = np.zeros(0, np.int64)
        kept = _Kept(call.learner, fit.model, width, task.set.part(none, none), call.sparse)
        with self._lock:
            name = str(next(self._names))
            self._models[name] = kept
        return wire.new("TrainEvent", problem=i, model=name, objective=fit.objective, unconverged=fit.unconverged,
                        end=fit.end, seconds=fit.seconds or seconds)

    def score(self, request: wire.Message, check: Check) -> wire.Message:
        """Writes the scores of models, side by side."""
        start = time.monotonic()
        with self._lock:
            missing = [name for name in request.models if name not in self._models]
            if missing:
                raise LookupError(f"model {missing[0]!r} is not known here")
            models = [self._models[name] for name in request.models]
        features = Features(request.features)
        wanted = features.row_set(wire.new("RowSet", ranges=request.ranges))
        widths = [m.width for m in models]
        out = np.empty((int(wanted.lengths.sum()), sum(widths)))
        at = 0
        for block in _blocks(wanted, max(features.shape[1], 1)):
            n = int(block.lengths.sum())
            _score_block(features, block, models, out[at : at + n], check)
            at += n
        write(request.output_path, out, np.float64)
        seconds = time.monotonic() - start
        sizes = [size_of(m.model) for m in models] if request.sizes else []
        return wire.new("ScoreResponse", widths=widths, seconds=seconds, bytes=sizes)

    def forget(self, request: wire.Message, _: Check) -> wire.Message:
        """Frees models."""
        with self._lock:
            for name in request.models:
                self._models.pop(name, None)
        return wire.new("ForgetResponse")


@dataclass(frozen=True)
class _Call:
    """What the problems of a call have in common."""

    learner: Learner
    features: Features
    sparse: bool
    threads: int
    check: Check

    def one_by_one(self, tasks: list[_Task]) -> Iterator[tuple[int, Any, float]]:
        """Trains one problem after the other. Neighbours over the same rows share the matrix."""
        x: Any = None
        for i, task in enumerate(tasks):
            self.check()
            start = time.monotonic()
            try:
                _check_sides(task)
                if x is None or not task.alike(tasks[i - 1]):
                    x = None
                    x = self._gathered(task.rows())
                outcome = self.learner.train(self._problem(task, x))
            except BaseException as failure:
                self.check()  # if the host has given up, it is not the problem's fault
                outcome = failure
            yield i, outcome, time.monotonic() - start

    def _problem(self, task: _Task, x: Any) -> Problem:
        m = task.message
        return Problem(m.task, x, task.targets(), task.weights(), m.classes if m.task == "multiclass" else 2, m.seed,
                       self.threads, self.features.columns, self.check)

    def _gathered(self, rows: RowSet) -> Any:
        x = self.features.rows(rows, self.sparse)
        missing = np.isnan(x.data if self.features.dense is None and self.sparse else x)
        if missing.any():
            where = self._missing(missing) if missing.ndim == 2 else ""
            raise ValueError(f"{int(missing.sum())} values of the features are NaN{where}")
        return x

    def _missing(self, missing: NDArray[np.bool_]) -> str:
        column = int(missing.any(axis=0).argmax())
        known = self.features.columns
        return f", the first in column {known[column].name if known else column}"

    def together(self, tasks: list[_Task]) -> Iterator[tuple[int, Any, float]]:
        """Trains the problems over the same row set and of the same task in one call of the learner."""
        groups: dict[Any, list[int]] = {}
        for i, task in enumerate(tasks):
            groups.setdefault((id(task.set), task.message.task, task.message.classes), []).append(i)
        for members in groups.values():
            yield from self._group(members, [tasks[i] for i in members])

    def _group(self, members: list[int], tasks: list[_Task]) -> Iterator[tuple[int, Any, float]]:
        left, start = set(range(len(members))), time.monotonic()
        trained = self._trained(tasks)
        failure: BaseException | None = None
        while failure is None:
            try:
                l, outcome = next(trained)
                left.remove(l)
            except StopIteration:
                failure = RuntimeError("train_batch yielded nothing for this problem")
            except Cancelled:
                raise
            except BaseException as raised:
                self.check()
                failure = raised
            else:
                now = time.monotonic()
                yield members[l], outcome, now - start
                start = now
                self.check()
        for l in sorted(left):
            yield members[l], failure, 0.0

    def _trained(self, tasks: list[_Task]) -> Iterator[tuple[int, Any]]:
        assert self.learner.train_batch is not None
        yield from self.learner.train_batch(self._batch(tasks))

    def _batch(self, tasks: list[_Task]) -> Batch:
        first, messages = tasks[0], [t.message for t in tasks]
        rows = first.set.part(first.set.starts, first.set.ends)
        y = np.zeros((int(first.set.lengths.sum()), len(tasks)))
        for l, task in enumerate(tasks):
            y[np.repeat(task.used, first.set.lengths), l] = task.targets()
        m = first.message
        return Batch(m.task, self._gathered(rows), y, first.set.weights, m.classes if m.task == "multiclass" else 2,
                     [p.seed for p in messages], self.threads, self.features.columns, self.check)


def _task(p: wire.Message, sets: list[RowSet]) -> _Task:
    if not 0 <= p.row_set < len(sets):
        raise ValueError(f"a problem names row set {p.row_set} of {len(sets)}")
    rows = sets[p.row_set]
    used = np.ones(len(rows.classes), np.bool_)
    if p.target_path:
        return _Task(rows, used, p)
    if p.task == "regression":
        raise ValueError("a regression problem comes without targets")
    known = p.classes if p.task == "multiclass" else len(_code(p))
    if len(rows.classes) and rows.classes.max() >= known:
        raise ValueError(f"a problem of {known} classes meets rows of class {int(rows.classes.max())}")
    if p.task == "binary":
        used = _code(p)[rows.classes] != 0
    return _Task(rows, used, p)


def _check_sides(task: _Task) -> None:
    """Refuses what nothing can be learned of; the host asks for no such problem."""
    y = task.targets()
    if len(y) == 0:
        raise ValueError("the problem has no rows")
    if task.message.task == "binary" and (y == y[0]).all():
        raise ValueError(f"all rows of the problem have the target {y[0]:+g}")


def _code(p: wire.Message) -> NDArray[np.int8]:
    return np.frombuffer(p.column, np.int8)


def _checked(y: Floats, p: wire.Message) -> Floats:
    """Refuses targets that are not valid for the problem's task."""
    good = np.isfinite(y)
    if p.task == "binary":
        good = np.abs(y) == 1
    elif p.task == "multiclass":
        good = (y == np.trunc(y)) & (y >= 0) & (y < p.classes)
    if not good.all():
        raise ValueError(f"the target {y[~good][0]} is not valid for a {p.task} problem")
    return y


class _Counter:
    """Counts the bytes that are written to it."""

    written = 0

    def write(self, data: Any) -> int:
        self.written += len(data)
        return len(data)


def size_of(model: Any) -> int:
    """How many bytes a model has when it is pickled, 0 if it cannot be."""
    counter = _Counter()
    try:
        pickle.Pickler(counter, 5).dump(model)
    except BaseException:  # whatever the model's own methods raise
        return 0
    return counter.written


def _blocks(rows: RowSet, cols: int) -> Iterator[RowSet]:
    """Cuts rows into parts that are gathered at a time."""
    most = max(_BLOCK // cols, 1)
    starts: list[int] = []
    ends: list[int] = []
    room = most
    for start, end in zip(rows.starts.tolist(), rows.ends.tolist()):
        while start < end:
            stop = min(end, start + room)
            starts.append(start)
            ends.append(stop)
            room -= stop - start
            start = stop
            if room == 0:
                yield rows.part(np.array(starts, np.int64), np.array(ends, np.int64))
                starts, ends, room = [], [], most
    if starts:
        yield rows.part(np.array(starts, np.int64), np.array(ends, np.int64))


def _score_block(features: Features, block: RowSet, models: list[_Kept], out: Floats, check: Check) -> None:
    x: Any = None
    seen: _Kept | None = None
    at = 0
    for m in models:
        check()
        if seen is None or not (m.rows.same_columns(seen.rows) and m.sparse == seen.sparse):
            x, seen = None, m
            rows = RowSet(block.starts, block.ends, block.classes, m.rows.shift, m.rows.scale, None)
            x = features.rows(rows, m.sparse)
        scores = numbers(m.learner.score(m.model, x), "the scores of a model")
        if scores.shape != (len(out), m.width) and (m.width > 1 or scores.shape != (len(out),)):
            raise ValueError(f"the scores of a model have the shape {scores.shape} for {len(out)} rows of width {m.width}")
        out[:, at : at + m.width] = scores.reshape(len(out), m.width)
        at += m.width
