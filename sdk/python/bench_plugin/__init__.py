"""Learners, reductions, metrics, encoders and splitters for bench, in Python: docs/plugins/python.md tells how."""

from . import process  # first: it keeps the handshake safe from what other modules print
from . import loading  # second: it sees what is imported
from .catalog import VERSION as __version__
from .contract import (Batch, Cancelled, Capabilities, Column, Decoded, Done, Encoder, Encoding, Fitted, Fold, Learner,
                       Matrix, Metric, Outcome, Problem, Records, Reducer, Reduction, Splitter, Stage, Training,
                       TrainingRecords, Undivided, learner)
from .features import CSR
from .loading import load, load_file
from .params import Diagnostic, File, LearnerName, Param, did_you_mean, error, warning
from .serving import serve

__all__ = ["Batch", "CSR", "Cancelled", "Capabilities", "Column", "Decoded", "Diagnostic", "Done", "Encoder", "Encoding",
           "File", "Fitted", "Fold", "Learner", "LearnerName", "Matrix", "Metric", "Outcome", "Param", "Problem",
           "Records", "Reducer", "Reduction", "Splitter", "Stage", "Training", "TrainingRecords", "Undivided",
           "__version__", "did_you_mean", "error", "learner", "load", "load_file", "loading", "process",
           "serve", "warning"]
