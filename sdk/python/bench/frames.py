"""CSV files of results as data frames, by the types that datapackage.json gives their columns."""

from __future__ import annotations

import csv
import gzip
import io
import re
from typing import Any, List, Mapping, Sequence, Tuple

try:
    import pandas as pd
except ImportError as error:  # bench itself needs no Python package
    raise ImportError("bench reads results with pandas: pip install 'bench-manyclass[pandas]'") from error

from .files import ResultsError

# The default reader of numbers is exact since pandas 3.1, which warns of the argument.
VERSION = tuple(int(part) for part in pd.__version__.split(".")[:2])
EXACT: Any = {} if VERSION >= (3, 1) else {"float_precision": "round_trip"}

# Columns of sentences and of values that are JSON; other texts are names, which become categories.
PROSE = ("error", "value", "values")

# Columns that are compared with each other have the same categories.
PAIRS = (("truth", "prediction"), ("truth", "predicted"), ("a", "b"))

# bench puts an apostrophe before a text that a spreadsheet would read as a formula.
GUARDED = re.compile(r"'+[=+\-@\t\r]")


def read(name: str, content: bytes, fields: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """The rows of a CSV file, in their order. A field has a name and a type of Table Schema."""
    text = gzip.decompress(content) if name.endswith(".gz") else content
    columns = described(name, text, fields)
    texts = [column for column, kind in columns if kind == "string"]
    types: Any = {column: str for column in texts}  # as categories, pandas would read 01 and 1 as the same number
    types.update({column: "float64" for column, kind in columns if kind == "number"})
    missing: Any = {column: [""] if kind == "string" else ["", "NaN"] for column, kind in columns}
    try:
        frame: pd.DataFrame = pd.read_csv(io.BytesIO(text), header=0, names=[column for column, _ in columns],
                                          dtype=types, na_values=missing, keep_default_na=False, index_col=False,
                                          **EXACT)
    except ValueError as error:
        raise ResultsError(f"{name} is not what datapackage.json describes: {error}") from error
    for column, kind in columns:
        if kind == "integer" and frame.empty:
            frame[column] = frame[column].astype("int64")
    for column in texts:
        frame[column] = sentences(frame[column]) if column in PROSE else names(frame[column])
    for a, b in PAIRS:
        if a in frame and b in frame:
            frame[a], frame[b] = alike(frame[a], frame[b])
    return frame


def described(name: str, text: bytes, fields: Sequence[Mapping[str, Any]]) -> List[Tuple[str, str]]:
    """Names and types of the columns, which the file must have."""
    columns = [(str(field["name"]), str(field["type"])) for field in fields]
    header = next(csv.reader(io.TextIOWrapper(io.BytesIO(text), encoding="utf-8", newline="")), [])
    if [plain(column) for column in header] != [column for column, _ in columns]:
        raise ResultsError(f"{name} does not have the columns that datapackage.json describes")
    return columns


def plain(text: str) -> str:
    """A text without the apostrophe that keeps a spreadsheet from computing it."""
    return text[1:] if GUARDED.match(text) else text


def sentences(column: pd.Series) -> pd.Series:
    """A column of texts."""
    return pd.Series([plain(text) if isinstance(text, str) else text for text in column], column.index, object)


def names(column: pd.Series) -> pd.Series:
    """A column of names as categories, in the order of their first rows."""
    found = list(column.dropna().unique())
    return column.astype(pd.CategoricalDtype(found)).cat.rename_categories([plain(text) for text in found])


def alike(a: pd.Series, b: pd.Series) -> Tuple[pd.Series, pd.Series]:
    """Two columns with the categories of both."""
    all_names = list(dict.fromkeys([*a.cat.categories, *b.cat.categories]))
    return a.cat.set_categories(all_names), b.cat.set_categories(all_names)
