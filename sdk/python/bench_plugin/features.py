"""The matrices that calls name by path, and their rows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from . import wire
from .contract import Column, Floats, Matrix

_MOST_UNPACKED = 1 << 27  # values of sparse rows that are made dense: 1 GiB


@dataclass(frozen=True)
class CSR:
    """Rows in compressed form: row i has the values data[indptr[i]:indptr[i+1]] in the columns indices[…]."""

    data: Floats
    indices: NDArray[np.int32]
    indptr: NDArray[np.int64]
    shape: tuple[int, int]

    def toarray(self) -> Floats:
        """The rows as a dense matrix."""
        out = np.zeros(self.shape)
        out[np.repeat(np.arange(self.shape[0]), np.diff(self.indptr)), self.indices] = self.data
        return out

    def matrix(self) -> Matrix:
        """The rows as scipy has them, if it is installed."""
        try:
            from scipy.sparse import csr_matrix
        except ImportError:
            return self
        return csr_matrix((self.data, self.indices, self.indptr), shape=self.shape)


@dataclass(frozen=True)
class RowSet:
    """Rows of a matrix by ranges, with what their columns go through."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    classes: NDArray[np.int64]
    shift: Floats | None
    scale: Floats | None
    weights: Floats | None

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of rows of each range."""
        return self.ends - self.starts

    def same_columns(self, other: "RowSet") -> bool:
        """Whether columns go through the same."""
        return _equal(self.shift, other.shift) and _equal(self.scale, other.scale)

    def part(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> "RowSet":
        """Other rows that go through the same, without classes and weights."""
        return RowSet(starts, ends, np.zeros(len(starts), np.int64), self.shift, self.scale, None)


def _equal(a: Floats | None, b: Floats | None) -> bool:
    return a is b or a is not None and b is not None and np.array_equal(a, b)


class Features:
    """A matrix, mapped; dense or sparse."""

    def __init__(self, message: wire.Message | None) -> None:
        m = message or wire.new("Features")
        self.shape = (m.rows, m.cols)
        self.dense: Floats | None = None
        if m.dense_path:
            self.dense = _mapped(m.dense_path, self.shape)
        elif m.indptr_path:
            indptr = _mapped(m.indptr_path, (m.rows + 1,))
            count = (int(indptr[-1]),)
            self.sparse = CSR(_mapped(m.data_path, count), _mapped(m.indices_path, count), indptr, self.shape)
        elif m.rows * m.cols:
            raise ValueError("features without a file")
        else:
            self.dense = np.zeros(self.shape)
        self.columns = _columns(m.columns_path)

    def rows(self, rows: RowSet, keep_sparse: bool) -> Matrix:
        """Copies rows, shifted and scaled: an array, or a sparse matrix if the features are sparse and the taker
        takes that."""
        if self.dense is None:
            return self._sparse_rows(rows, keep_sparse)
        parts = [self.dense[start:end] for start, end in zip(rows.starts, rows.ends)]
        x = np.concatenate(parts) if parts else np.zeros((0, self.shape[1]))
        if rows.shift is not None:
            x -= rows.shift
        if rows.scale is not None:
            x /= rows.scale
        x.flags.writeable = False
        return x

    def _sparse_rows(self, rows: RowSet, keep_sparse: bool) -> Matrix:
        m, n = self.sparse, int(rows.lengths.sum())
        if not keep_sparse and n * self.shape[1] > _MOST_UNPACKED:
            raise ValueError(f"{n} rows of {self.shape[1]} features are too many to be unpacked")
        spans = [slice(int(m.indptr[s]), int(m.indptr[e])) for s, e in zip(rows.starts, rows.ends)]
        data = _joined([m.data[span] for span in spans], np.float64)
        indices = _joined([m.indices[span] for span in spans], np.int32)
        counts = _joined([np.diff(m.indptr[s : e + 1]) for s, e in zip(rows.starts, rows.ends)], np.int64)
        if rows.scale is not None:
            data = data / rows.scale[indices]
        csr = CSR(data, indices, np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), (n, self.shape[1]))
        return csr.matrix() if keep_sparse else csr.toarray()

    def row_set(self, m: wire.Message) -> RowSet:
        """Reads a row set and checks that its rows exist."""
        ranges = np.array([(r.start, r.end, r.class_number) for r in m.ranges], np.int64).reshape(-1, 3)
        starts, ends, classes = ranges.T
        if len(ranges) and (starts.min() < 0 or (ends < starts).any() or ends.max() > self.shape[0]):
            raise ValueError(f"a range is not within the {self.shape[0]} rows")
        shift, scale = (np.array(v) if len(v) else None for v in (m.shift, m.scale))
        for v in (shift, scale):
            if v is not None and len(v) != self.shape[1]:
                raise ValueError(f"{len(v)} shifts or scales for {self.shape[1]} columns")
        weights = read(m.weights_path, (int((ends - starts).sum()),)) if m.weights_path else None
        return RowSet(starts, ends, classes, shift, scale, weights)


def _joined(parts: list[Any], dtype: Any) -> Any:
    return np.concatenate(parts) if parts else np.zeros(0, dtype)


def _mapped(path: str, shape: Sequence[int]) -> Any:
    """Maps a file; one without values cannot be mapped."""
    array = np.asarray(np.load(path, mmap_mode="r" if np.prod(shape) else None, allow_pickle=False))
    if array.shape != tuple(shape):
        raise ValueError(f"{path} has the shape {array.shape}, announced as {tuple(shape)}")
    return array


def read(path: str, shape: Sequence[int | None]) -> Any:
    """Reads a file of an array. A None in the shape is any number."""
    array = np.load(path, allow_pickle=False)
    if len(array.shape) != len(shape) or any(want not in (None, have) for want, have in zip(shape, array.shape)):
        raise ValueError(f"{path} has the shape {array.shape}, expected {tuple(shape)}")
    return array


def missing(values: Any) -> int:
    """How many values a masked array leaves out; 0 of anything else."""
    return int(np.sum(np.asarray(values.mask))) if isinstance(values, np.ma.MaskedArray) else 0


def numbers(values: Any, what: str) -> Floats:
    """What a component has made as real numbers; `what` says in errors what these are. Nothing is left out in silence:
    no imaginary part and no mask."""
    if missing(values):
        raise TypeError(f"{what} are a masked array in which {missing(values)} values are missing")
    array = np.asarray(values)
    if array.dtype.kind not in "buif":
        raise TypeError(f"{what} have the type {array.dtype}, which is not one of real numbers")
    return array.astype(np.float64, copy=False)


def whole(values: Any, what: str) -> NDArray[np.int64]:
    """What a component has made as whole numbers; floating-point numbers must have no fraction."""
    if missing(values) or np.asarray(values).dtype.kind not in "bui":
        array = numbers(values, what)
        odd = array[~((np.trunc(array) == array) & (np.abs(array) < 1 << 53))]
        if odd.size:
            raise ValueError(f"{what} have the value {odd[0]}, which is not a whole number")
        return array.astype(np.int64)
    return np.asarray(values).astype(np.int64)


def write(path: str, array: Any, dtype: Any) -> None:
    """Writes an array in the order of C."""
    with open(path, "wb") as file:
        np.save(file, np.ascontiguousarray(array, dtype), allow_pickle=False)


def _columns(path: str) -> Sequence[Column]:
    if not path:
        return ()
    with open(path, encoding="utf-8") as file:
        listed: Iterable[dict[str, Any]] = json.load(file)
    return tuple(Column(c["name"], c["kind"], tuple(c.get("values") or ())) for c in listed)
