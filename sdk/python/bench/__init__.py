"""Results of bench as data frames, and runs from Python: docs/notebooks.md tells how."""

from .files import ResultsError
from .results import Results, Table, load
from .running import RunError, run

__all__ = ["Results", "ResultsError", "RunError", "Table", "load", "run"]
