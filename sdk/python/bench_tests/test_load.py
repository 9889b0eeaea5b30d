"""Results as data frames, compared with the files that the program wrote."""

from __future__ import annotations

import csv
import gzip
import json
import math
import shutil
import subprocess
import unittest
import warnings
from pathlib import Path
from typing import Any, Dict, List

import bench

from . import PROGRAM, InFolder


def rows(path: Path) -> List[Dict[str, str]]:
    """The rows of a CSV file as Python's csv reads them."""
    text = gzip.open(path, "rt", newline="") if path.suffix == ".gz" else open(path, newline="")
    with text:
        return list(csv.DictReader(text))


def said(value: Any, text: str) -> bool:
    """Whether a value of a frame is what a file says."""
    if isinstance(value, str):
        return value == (text[1:] if text.startswith("'=") else text)
    return math.isnan(value) and text in ("", "NaN") or float(value) == float(text or "nan")


class Load(InFolder):
    made: Path  # results, made once

    @classmethod
    def setUpClass(cls) -> None:
        once = cls("setUpOnce")
        once.setUp()
        cls.addClassCleanup(once.doCleanups)
        bench.run(once.folder / "small.hcl", once.out, progress=False, program=PROGRAM)
        cls.made = once.out

    def setUpOnce(self) -> None:
        """Stands for a test, whose folder has the results that the others copy."""

    def setUp(self) -> None:
        super().setUp()
        if self._testMethodName != "setUpOnce":
            shutil.copytree(self.made, self.out)
            self.results = bench.load(self.out)

    def test_frames_are_the_files(self) -> None:
        self.assertEqual(" ".join(sorted(self.results.names)),
                         "binary cells comparisons decoding predictions scores summary variants")
        compared = 0
        for name in self.results.names:
            path = next(self.out.glob(name + ".csv*"))
            frame, want = self.results[name], rows(path)
            self.assertEqual(len(frame), len(want), name)
            for column in frame.columns:
                for at, value in enumerate(frame[column]):
                    text = want[at][column]
                    self.assertTrue(said(value, text), (name, column, at, value, text))
                    compared += 1
        self.assertGreater(compared, 5000)

    def test_types(self) -> None:
        scores, cells = self.results.scores, self.results.cells
        self.assertEqual(list(scores["learner"].cat.categories), ["lda", "logreg[C=0.1]", "logreg[C=10]"])
        tests = list(dict.fromkeys(row["test"] for row in rows(self.out / "comparisons.csv")))
        self.assertEqual(list(self.results.comparisons["test"].cat.categories), tests)
        self.assertNotEqual(tests, sorted(tests))
        self.assertEqual(str(scores["value"].dtype), "float64")
        self.assertEqual(str(cells["fold"].dtype), "int64")
        self.assertTrue(cells["energy_joules"].dtype.kind == "f" and cells["error"].isna().all())
        self.assertEqual(str(self.results.comparisons["p"].dtype), "float64")

    def test_classes_are_texts(self) -> None:
        predictions = self.results.predictions
        self.assertEqual(set(predictions["truth"].cat.categories), {"=1+1", "01", "1"})
        right = predictions["truth"] == predictions["prediction"]
        of = ["dataset", "learner", "reduction", "repeat", "fold"]
        shares = right.groupby([predictions[column] for column in of], observed=True).mean()
        scores = self.results.scores
        accuracy = scores[scores["metric"] == "accuracy"].set_index(of)["value"]
        self.assertLess((shares - accuracy).abs().max(), 1e-12)

    def test_an_empty_file_has_types(self) -> None:
        path = self.out / "comparisons.csv"
        path.write_text(path.read_text().partition("\n")[0] + "\n")
        with self.assertWarns(UserWarning):
            frame = bench.load(self.out).comparisons
        self.assertEqual([len(frame), str(frame["n"].dtype), str(frame["p"].dtype)], [0, "int64", "float64"])
        self.assertEqual(str(frame["a"].dtype), "category")

    def test_columns_have_meanings(self) -> None:
        meanings = self.results.columns("cells").set_index("column").transpose().to_dict()
        self.assertEqual(meanings["train_seconds"]["unit"], "s")
        self.assertIn("of training", meanings["train_seconds"]["meaning"])
        with self.assertRaises(KeyError):
            self.results.columns("nothing")

    def test_tables(self) -> None:
        self.assertEqual(list(self.results.tables), ["accuracy", "f1_average_macro", "pairs"])
        table = self.results.tables["f1_average_macro"]
        self.assertEqual(table.title, "f1(average=macro)")
        self.assertEqual(table.markdown, (self.out / "tables/f1_average_macro.md").read_text())
        self.assertEqual(repr(table) + "\n", table.markdown)
        of_lda = self.results.summary.query('metric == @table.title and learner == "lda" and reduction == "ovo"')
        self.assertEqual(list(table.frame["lda/ovo"]), list(of_lda["mean"]))

    def test_files_are_read_when_asked_for(self) -> None:
        results = bench.load(self.out)
        (self.out / "predictions.csv.gz").unlink()
        self.assertEqual(len(results.cells), 36)
        with self.assertRaises(FileNotFoundError):
            results.predictions

    def test_notebooks_show_no_tags_of_names(self) -> None:
        path = self.out / "tables/accuracy.md"
        path.write_text(path.read_text() + "- <script>alert(1)</script>\n")
        with self.assertWarns(UserWarning):
            shown = bench.load(self.out)._repr_html_()
        for tag in ("<script", "<i>", "<b>classes"):
            self.assertNotIn(tag, shown)
        self.assertIn("Three &lt;b&gt;classes&lt;/b&gt;", shown)
        self.assertIn("<th>lda/ova</th>", shown)
        self.assertIn("<td>d&lt;i&gt;</td>", shown)
        with self.assertWarns(UserWarning):
            self.assertIn("<b>1.000", self.results.tables["accuracy"]._repr_html_())

    def test_a_changed_file(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            repr(bench.load(self.out).tables["accuracy"])
        path = self.out / "scores.csv"
        path.write_text(path.read_text().replace(",ok\n", ",failed\n", 1))
        with self.assertWarnsRegex(UserWarning, "scores.csv in .* is not as bench wrote it"):
            self.assertEqual(bench.load(self.out).scores["status"][0], "failed")
        path.write_text("a,b\n1,2\n")
        with warnings.catch_warnings(), self.assertRaisesRegex(bench.ResultsError, "does not have the columns"):
            warnings.simplefilter("ignore")
            bench.load(self.out).scores

    def test_capsule(self) -> None:
        capsule = self.folder / "small.tar.gz"
        subprocess.run([PROGRAM, "pack", str(self.out), "-out", str(capsule)], check=True, capture_output=True)
        packed = bench.load(capsule)
        self.assertTrue(packed.predictions.equals(self.results.predictions))
        self.assertEqual(repr(packed.tables["accuracy"]), repr(self.results.tables["accuracy"]))
        capsule.write_bytes(capsule.read_bytes()[:2000])
        with self.assertRaisesRegex(bench.ResultsError, "is not a capsule"):
            bench.load(capsule)
        with self.assertRaisesRegex(bench.ResultsError, "is not a capsule"):
            bench.load(self.folder / "rows.csv")

    def test_an_unfinished_run(self) -> None:
        manifest = json.loads((self.out / "manifest.json").read_text())
        manifest["finished"] = None
        (self.out / "manifest.json").write_text(json.dumps(manifest))
        with self.assertWarnsRegex(UserWarning, "is not finished"):
            bench.load(self.out)
        (self.out / "datapackage.json").unlink()
        with self.assertRaisesRegex(bench.ResultsError, "no tables yet.*bench report"):
            bench.load(self.out)

    def test_what_is_missing(self) -> None:
        with self.assertRaisesRegex(FileNotFoundError, "does not exist"):
            bench.load(self.folder / "nothing")
        with self.assertRaisesRegex(bench.ResultsError, "does not hold results"):
            bench.load(self.folder)
        with self.assertRaisesRegex(KeyError, "has no curves: it has binary, cells"):
            self.results["curves"]

    def test_a_description_that_is_wrong(self) -> None:
        path = self.out / "datapackage.json"
        described = json.loads(path.read_text())
        secret = {"path": "../rows.csv", "schema": {"fields": []}}
        for text, message in ((json.dumps({**described, "resources": [secret]}), "not in the results folder"),
                              ("[]", "does not hold an object"), ("{", "is not JSON"), ("[" * 100_000, "is not JSON"),
                              (json.dumps({"resources": [{"path": "scores.csv", "schema": 3}]}), "does not describe")):
            path.write_text(text)
            with self.assertRaisesRegex(bench.ResultsError, message):
                results = bench.load(self.out)
                results["../rows" if "../rows" in text else "scores"]


if __name__ == "__main__":
    unittest.main()
