"""Calls of a plugin in this process, with invented data: for tests, and for `python -m bench_plugin test`."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from . import wire
from .catalog import Plugin
from .contract import Floats
from .features import write
from .service import Service


@dataclass
class Sample:
    """Rows sorted by class, with a range for each: the first `train` rows of a class are trained on."""

    x: Floats
    counts: Sequence[int]
    train: int
    columns: Sequence[Mapping[str, Any]] = ()

    def ranges(self, training: bool) -> list[wire.Message]:
        """The rows to train on, or the others."""
        ends = np.cumsum(self.counts).tolist()
        spans = [(end - n, end - n + self.train, end) for n, end in zip(self.counts, ends)]
        return [wire.new("Range", class_number=k, **({"start": start, "end": middle} if training else
                                                     {"start": middle, "end": end}))
                for k, (start, middle, end) in enumerate(spans)]


def blobs(classes: int = 3, rows: int = 12, columns: int = 4, train: int = 9, seed: int = 1) -> Sample:
    """Classes around means that are apart, the first around zero; two of three values are zero."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(classes * rows, columns))
    for k in range(classes):
        x[k * rows : (k + 1) * rows, k % columns] += 6 * (k + 1)
    x[:, -1] = np.where(np.arange(len(x)) % 3 == 0, x[:, -1], 0)
    return Sample(x, [rows] * classes, train)


@dataclass
class Trial:
    """A plugin behind its messages, which go through the codec as they do between processes."""

    plugin: Plugin
    folder: str
    configs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    check: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self._service = Service(self.plugin)

    def call(self, service: str, method: str, **values: Any) -> Any:
        """One call; the answers of a stream as a list."""
        described = next(m for m in wire.schema().services[service] if m.name == method)
        request = wire.decode(described.takes, wire.encode(wire.new(described.takes, **values)))
        answer = self._service.calls[service, method](request, self.check)
        again = [wire.decode(described.gives, wire.encode(a)) for a in (answer if described.streams else [answer])]
        return again if described.streams else again[0]

    def config(self, component: str) -> bytes:
        """The configuration that a component is tried with."""
        return json.dumps(self.configs.get(component, {})).encode()

    def features(self, sample: Sample, sparse: bool = False) -> wire.Message:
        """Writes a matrix."""
        rows, cols = sample.x.shape
        columns = ""
        if sample.columns:
            columns = self._path("columns.json")
            with open(columns, "w", encoding="utf-8") as file:
                json.dump(sample.columns, file)
        if not sparse:
            write(self._path("x.npy"), sample.x, np.float64)
            return wire.new("Features", rows=rows, cols=cols, dense_path=self._path("x.npy"), columns_path=columns)
        row, column = np.nonzero(sample.x)
        indptr = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=rows))])
        for name, array, dtype in (("data", sample.x[row, column], np.float64), ("indices", column, np.int32),
                                   ("indptr", indptr, np.int64)):
            write(self._path(name + ".npy"), array, dtype)
        return wire.new("Features", rows=rows, cols=cols, data_path=self._path("data.npy"), columns_path=columns,
                        indices_path=self._path("indices.npy"), indptr_path=self._path("indptr.npy"))

    def target(self, values: Any) -> str:
        """Writes targets in a file of their own."""
        path = self._path(f"target{len(os.listdir(self.folder))}.npy")
        write(path, values, np.float64)
        return path

    def train(self, component: str, sample: Sample, problems: Sequence[wire.Message], sparse: bool = False,
              threads: int = 1, **rows: Any) -> list[wire.Message]:
        """Trains problems on the rows to train on; `rows` are fields of the row set."""
        row_set = wire.new("RowSet", ranges=sample.ranges(training=True), **rows)
        events: list[wire.Message] = self.call(
            "Learner", "Train", component=component, config_json=self.config(component), threads=threads,
            features=self.features(sample, sparse), row_sets=[row_set], problems=list(problems))
        return sorted(events, key=lambda e: int(e.problem))

    def score(self, models: Sequence[str], sample: Sample, sparse: bool = False) -> list[Floats]:
        """The scores of models on the other rows."""
        path = self._path("scores.npy")
        answer = self.call("Learner", "Score", models=list(models), features=self.features(sample, sparse),
                           ranges=sample.ranges(training=False), output_path=path)
        return np.split(np.load(path), np.cumsum(answer.widths)[:-1], axis=1)

    def learn(self, component: str, sample: Sample, problems: Sequence[wire.Message], **how: Any) -> list[Floats]:
        """Trains problems and scores the other rows. A problem that fails is an AssertionError."""
        events = self.train(component, sample, problems, **how)
        failed = [e.error for e in events if e.error]
        assert not failed, failed[0]
        return self.score([e.model for e in events], sample, how.get("sparse", False))

    def measure(self, component: str, files: Mapping[str, Any], ends: Sequence[int],
                multi_label: bool = False) -> list[wire.Message]:
        """The values of a metric on parts of some rows: `files` are those of the request, by their names."""
        paths = {}
        for what, array in files.items():
            paths[what + "_path"] = self._path(f"{what}{len(os.listdir(self.folder))}.npy")
            whole = what in ("truth", "predictions", "groups")
            write(paths[what + "_path"], array[:ends[-1]], np.int32 if whole else np.float64)
        classes = [f"class {k}" for k in range(np.shape(files["scores"])[1])]
        answer = self.call("Metric", "Compute", component=component, config_json=self.config(component),
                           classes=classes, multi_label=multi_label, ends=list(ends), **paths)
        values: list[wire.Message] = answer.values
        return values

    def records(self, x: Any, columns: Sequence[Mapping[str, Any]]) -> wire.Message:
        """Writes rows of a table."""
        return self.features(Sample(np.asarray(x, np.float64), [len(x)], 0, columns))

    def fit(self, component: str, x: Any, columns: Sequence[Mapping[str, Any]], known: Mapping[str, Any] = {},
            classes: int = 3, multi_label: bool = False, seed: int = 1) -> wire.Message:
        """What an encoder learns: `known` are the files of the request beside the records, by their names."""
        paths = {}
        for what, array in known.items():
            paths[what + "_path"] = self._path(what + ".npy")
            write(paths[what + "_path"], array, np.float64 if what == "weights" else np.int32)
        named = [f"class {k}" for k in range(classes)] if "target" in known else []
        learnt: wire.Message = self.call(
            "Encoder", "Fit", component=component, config_json=self.config(component), classes=named, seed=seed,
            multi_label=multi_label, records=self.records(x, columns), **paths)
        names = [f.name for f in learnt.features]
        assert names and len(set(names)) == len(names), f"the features are called {names}"
        return learnt

    def transform(self, component: str, learnt: wire.Message, x: Any, columns: Sequence[Mapping[str, Any]]) -> Floats:
        """The features of rows."""
        path = self._path("encoded.npy")
        self.call("Encoder", "Transform", component=component, config_json=self.config(component), state=learnt.state,
                  records=self.records(x, columns), output_path=path)
        made: Floats = np.load(path)
        assert made.shape == (len(x), len(learnt.features)), f"{len(learnt.features)} features are {made.shape}"
        return made

    def split(self, component: str, files: Mapping[str, Any], classes: int, multi_label: bool = False) -> wire.Message:
        """The answer of a splitter, whose rows are in folds.npy: `files` are those of the request, by their names."""
        paths = {}
        for what, array in files.items():
            paths[what + "_path"] = self._path(f"{what}.npy")
            write(paths[what + "_path"], array, np.int32 if what in ("truth", "groups") else np.float64)
        answer: wire.Message = self.call(
            "Splitter", "Split", component=component, config_json=self.config(component), seed=7,
            classes=[f"class {k}" for k in range(classes)], multi_label=multi_label, rows=len(files["truth"]),
            output_path=self._path("folds.npy"), **paths)
        return answer

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)


def binary(column: Sequence[int], seed: int = 0) -> wire.Message:
    """A problem over classes: +1, -1 or 0 for each."""
    return wire.new("Problem", task="binary", column=np.array(column, np.int8).tobytes(), classes=len(column), seed=seed)


def multiclass(classes: int, seed: int = 0) -> wire.Message:
    """The problem of all classes."""
    return wire.new("Problem", task="multiclass", classes=classes, seed=seed)
