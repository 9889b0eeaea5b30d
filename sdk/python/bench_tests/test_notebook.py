"""A notebook that runs an experiment and shows its results, executed in a kernel of Jupyter."""

from __future__ import annotations

import os
import unittest
from pathlib import Path
from typing import Any, List
from unittest import mock

import bench

from . import PROGRAM, InFolder

try:
    import nbclient
    import nbformat
except ImportError:
    nbclient = None  # type: ignore[assignment]

CELLS = [
    "import bench",
    "results = bench.run('small.hcl', program='{program}')\nresults",
    "results.tables['accuracy']",
    "results.scores.groupby(['learner', 'metric'], observed=True)['value'].mean().unstack()",
    "bench.run('wrong.hcl', program='{program}')",
]


@unittest.skipIf(nbclient is None, "nbclient is missing")
class Notebook(InFolder):
    def test_notebook(self) -> None:
        # Jupyter writes how a kernel is reached below the home folder.
        environment = {"PYTHONPATH": str(Path(bench.__file__).parents[1]), "HOME": str(self.folder)}
        cells = [nbformat.v4.new_code_cell(source.replace("{program}", PROGRAM)) for source in CELLS]
        cells[-1].metadata["tags"] = ["raises-exception"]
        notebook = nbformat.v4.new_notebook(cells=cells)
        with mock.patch.dict(os.environ, environment):
            nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(self.folder)}}).execute()
        ran, table, means, failed = (outputs(cell) for cell in notebook.cells[1:])
        self.assertIn("36 cells ok", "".join(one.text for one in ran if one.get("name") == "stderr"))
        for shown in (ran, table):
            page = shown[-1].data
            self.assertIn("<th>lda/ova</th>", page["text/html"])
            self.assertIn("accuracy", page["text/plain"])
        self.assertIn("logreg[C=0.1]", means[-1].data["text/html"])
        self.assertEqual(failed[-1].ename, "RunError")
        self.assertIn("wrong.hcl:1", failed[-1].evalue)


def outputs(cell: Any) -> List[Any]:
    """What a cell of a notebook shows."""
    return list(cell.outputs)


if __name__ == "__main__":
    unittest.main()
