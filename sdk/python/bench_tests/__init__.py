"""Tests of the package bench. BENCH_PROGRAM is the program bench."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("BENCH_PROGRAM", "bench")

# Classes that a spreadsheet would compute, or that are the same number, and a name that HTML would take for a tag.
ROWS = [(x, y, name) for k, name in enumerate(["=1+1", "01", "1"]) for x, y in
        [(10 * k + i % 4, 5 * (k % 2) + i // 4) for i in range(12)]]

EXPERIMENT = """
experiment "small" {
  title = "Three <b>classes</b>"
}
dataset "d<i>" {
  file   = "rows.csv"
  target = "class"
}
learner "lda" "lda" {}
learner "logreg" "logreg" { C = grid(0.1, 10) }
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation {
  folds   = 3
  repeats = var.repeats
}
variable "repeats" { default = 2 }
metric "accuracy" {}
metric "f1" { average = "macro" }
comparison "pairs" {
  metric  = metric.accuracy
  test    = ["corrected_t"]
  control = "lda/ova"
}
"""

# No machine trains the second learner in a millisecond.
LATE = """
dataset "many" {
  generate = "blobs"
  classes  = 3
  rows     = 3000
}
learner "lda" "lda" {}
learner "kernel_svm" "svm" { timeout = "1ms" }
reduction "one_vs_one" "ovo" {}
validation { folds = 2 }
metric "accuracy" {}
"""

WRONG = 'learner "lda" "lda" { shrinkage = 3 }\n'


def write(folder: Path) -> None:
    """Writes the experiments: small.hcl, late.hcl, in which cells fail, and wrong.hcl."""
    (folder / "rows.csv").write_text("x,y,class\n" + "".join(f"{x},{y},{name}\n" for x, y, name in ROWS))
    for name, text in (("small", EXPERIMENT), ("late", LATE), ("wrong", WRONG)):
        (folder / f"{name}.hcl").write_text(text)


class InFolder(unittest.TestCase):
    """A test in a folder with experiments."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        write(self.folder)
        self.out = self.folder / "results"
