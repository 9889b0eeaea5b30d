"""States that the host keeps for a component: JSON as bytes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np


def dump(state: Any) -> bytes:
    """A state as bytes; none at all are None."""
    return b"" if state is None else json.dumps(state, default=_plain).encode()


def load(state: bytes) -> Any:
    """The state that was made bytes."""
    return json.loads(state) if state else None


def _plain(value: Any) -> Any:
    """An array as lists, a number of NumPy as one of Python."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"a state cannot hold a {type(value).__name__}: it is written as JSON")
