"""Results of a run as data frames."""

from __future__ import annotations

import hashlib
import html
import os
import warnings
from functools import cached_property
from pathlib import Path
from typing import Any, Dict, List, Tuple, Union

from . import frames, shown  # frames first: it says what to do without pandas
import pandas as pd
from .files import DESCRIPTION, MANIFEST, Files, ResultsError, open_files, read_json

CSV, PACKED = ".csv", ".csv.gz"


def load(path: Union[str, "os.PathLike[str]"]) -> Results:
    """The results in a results folder, or in a capsule that `bench pack` wrote.

    Files are read when they are asked for. A path that does not exist is a FileNotFoundError; a folder without tables,
    such as that of a run that was interrupted, is a ResultsError.
    """
    return Results(open_files(Path(path)))


class Results:
    """The result files of a run. docs/result-columns.md describes their columns.

    Each frame is read once, when it is first asked for. Names are categories in the order of the file, numbers that are
    missing are NaN, and rows have the order of the file.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        self._frames: Dict[str, pd.DataFrame] = {}
        manifest = read_json(files, MANIFEST) if self._has(MANIFEST) else None
        self._described = self._description(manifest)
        self._resources: Dict[str, Any] = {one["path"]: one for one in self._described.get("resources", [])
                                           if isinstance(one, dict) and isinstance(one.get("path"), str)}
        if manifest is not None and manifest.get("finished") is None:
            warnings.warn(f"a run in {files} is not finished: its tables may lack cells", stacklevel=3)

    def _has(self, name: str) -> bool:
        try:
            return bool(self._files.read(name))
        except FileNotFoundError:
            return False

    def _description(self, manifest: Any) -> Dict[str, Any]:
        """The description of the files, which a report writes last."""
        if self._has(DESCRIPTION):
            return read_json(self._files, DESCRIPTION)
        if manifest is None:
            raise ResultsError(f"{self._files} does not hold results: it has neither {DESCRIPTION} nor {MANIFEST}")
        raise ResultsError(f"{self._files} has no tables yet: its run is not finished, or was interrupted. The same "
                           f"bench run goes on with it; bench report {self._files} writes tables of the cells that "
                           "are done")

    @property
    def path(self) -> Path:
        """The folder or the capsule."""
        return self._files.path

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self._described.get("name", ""))

    @property
    def title(self) -> str:
        """The title of the experiment, or its name."""
        return str(self._described.get("title") or self.name)

    @property
    def names(self) -> Tuple[str, ...]:
        """The names of the frames: result files without their ending."""
        return tuple(stem(path) for path in self._resources if "/" not in path and stem(path) != path)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> pd.DataFrame:
        """The frame of a result file, such as "scores"; KeyError without it."""
        for path in (name + CSV, name + PACKED):
            if path in self._resources:
                return self._frame(path)
        raise KeyError(f"{self._files} has no {name}: it has {', '.join(self.names)}")

    def _frame(self, path: str) -> pd.DataFrame:
        if path not in self._frames:
            self._frames[path] = frames.read(path, self._content(path), self._fields(path))
        return self._frames[path]

    def _fields(self, path: str) -> List[Dict[str, Any]]:
        """The columns of a file: objects with name and type, as Table Schema has them."""
        schema = self._resources[path].get("schema")
        fields = schema.get("fields") if isinstance(schema, dict) else None
        if not isinstance(fields, list) or not all(isinstance(one, dict) and "name" in one and "type" in one
                                                   for one in fields):
            raise ResultsError(f"{DESCRIPTION} of {self._files} does not describe the columns of {path}")
        return fields

    def _content(self, path: str) -> bytes:
        """The bytes of a file, with a warning if they are not those that the report wrote."""
        content = self._files.read(path)
        digest = "sha256:" + hashlib.sha256(content).hexdigest()
        if self._resources[path].get("hash", digest) != digest:
            warnings.warn(f"{path} in {self._files} is not as bench wrote it: it was changed, or a later run wrote it "
                          "again; then load the folder again", stacklevel=2)
        return content

    def _wanted(self, name: str) -> pd.DataFrame:
        try:
            return self[name]
        except KeyError as error:
            raise ResultsError(error.args[0]) from None

    @property
    def scores(self) -> pd.DataFrame:
        """The value of each metric for each cell."""
        return self._wanted("scores")

    @property
    def cells(self) -> pd.DataFrame:
        """Status and costs of each cell."""
        return self._wanted("cells")

    @property
    def summary(self) -> pd.DataFrame:
        """Mean and standard deviation of each metric for each combination."""
        return self._wanted("summary")

    @property
    def predictions(self) -> pd.DataFrame:
        """The prediction of each cell for each test row; large."""
        return self._wanted("predictions")

    @property
    def comparisons(self) -> pd.DataFrame:
        """The outcomes of comparison blocks; ResultsError if the experiment has none."""
        return self._wanted("comparisons")

    def columns(self, name: str) -> pd.DataFrame:
        """Type, unit and meaning of the columns of a frame."""
        for path in (name + CSV, name + PACKED):
            if path in self._resources:
                return pd.DataFrame([{"column": one["name"], "type": one["type"], "unit": one.get("unit", ""),
                                      "meaning": one.get("description", "")} for one in self._fields(path)])
        raise KeyError(f"{self._files} has no {name}: it has {', '.join(self.names)}")

    @cached_property
    def tables(self) -> Dict[str, Table]:
        """The tables of the report by name, those of metrics first, in the order of the metrics."""
        found = [Table(self, path[len("tables/"):-len(CSV)]) for path in self._resources
                 if path.startswith("tables/") and path.endswith(CSV)]
        metrics = {metric: at for at, metric in enumerate(self.scores["metric"].cat.categories)}
        found.sort(key=lambda table: metrics.get(table.title, len(metrics)))
        return {table.name: table for table in found}

    def _cells(self) -> str:
        """How many cells there are of each status."""
        counts = self.cells["status"].value_counts(sort=False)
        return ", ".join(f"{count} {status}" for status, count in counts.items() if count) or "none"

    def __repr__(self) -> str:
        return (f"Results of {self.name} in {self._files}\ncells: {self._cells()}\nframes: {', '.join(self.names)}\n"
                f"tables: {', '.join(self.tables) or 'none'}")

    def _repr_html_(self) -> str:
        about = (f"<p><b>{html.escape(self.title)}</b><br>{html.escape(str(self._files))}; cells: "
                 f"{html.escape(self._cells())}</p>")
        parts: List[str] = [about]
        for at, table in enumerate(self.tables.values()):
            parts.append(f"<details{' open' if at == 0 else ''}><summary>{html.escape(table.title)}</summary>"
                         f"{shown.markdown(table.body)}</details>")
        return shown.page(parts)


class Table:
    """A table of the report."""

    def __init__(self, results: Results, name: str) -> None:
        self._results, self.name = results, name

    @cached_property
    def markdown(self) -> str:
        """The table as Markdown, with its remarks."""
        return self._results._content(f"tables/{self.name}.md").decode("utf-8")

    @property
    def title(self) -> str:
        """The name in the experiment file."""
        return self.markdown.partition("\n")[0].lstrip("# ").replace("\\", "")

    @property
    def body(self) -> str:
        """The Markdown without the title."""
        return self.markdown.partition("\n")[2]

    @property
    def frame(self) -> pd.DataFrame:
        """The numbers of the table, with all digits."""
        return self._results._frame(f"tables/{self.name}{CSV}")

    def __repr__(self) -> str:
        return self.markdown.rstrip("\n")

    def _repr_html_(self) -> str:
        return shown.page([shown.markdown(self.markdown)])


def stem(path: str) -> str:
    """The name of a result file without its ending, or the path if it has another one."""
    for ending in (CSV, PACKED):
        if path.endswith(ending):
            return path[:-len(ending)]
    return path
