"""Metrics, call by call, in this process."""

import io
import math
import tempfile
import unittest
from contextlib import redirect_stderr
from typing import Annotated

import numpy as np

from bench_plugin import Capabilities, Metric, Param
from bench_plugin.catalog import Plugin
from bench_plugin.trial import Trial

SEEN = []


class Spy(Metric):
    """Keeps what it is given, and answers as it is told."""

    capabilities = Capabilities(tasks=(), smaller=True, needs=("probability",))
    answer: Annotated[str, Param("What to answer.")] = "share"

    def compute(self, outcome):
        SEEN.append(outcome)
        answers = {"nan": math.nan, "text": "a lot", "none": None, "array": np.ones(2), "flag": True,
                   "numpy": np.float32(0.5)}
        if self.answer == "raise" and len(outcome) == 2:
            raise ValueError("not these")
        return answers.get(self.answer, float((outcome.truth == outcome.predicted).mean()))


class Measuring(unittest.TestCase):
    def setUp(self):
        SEEN.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.files = {"truth": np.array([0, 1, 2, 0, 1]), "predictions": np.array([0, 2, 2, 1, 1]),
                      "scores": np.arange(15.0).reshape(5, 3)}
        quiet = redirect_stderr(io.StringIO())
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def measure(self, answer="share", **files):
        trial = Trial(Plugin("p", "0.1.0", [Spy]), self.folder, {"spy": {"answer": answer}})
        return trial.measure("spy", {**self.files, **files}, [2, 5])

    def test_it_is_described(self):
        described = Plugin("p", "0.1.0", [Spy]).message().components[0]
        self.assertEqual((described.kind, described.name, described.capabilities.smaller), ("metric", "spy", True))
        self.assertEqual(described.capabilities.needs, ["probability"])
        self.assertEqual([p.name for p in described.params], ["answer"])

    def test_parts_are_seen_one_by_one(self):
        values = self.measure(weights=np.arange(5.0) + 1, groups=np.array([7, 7, 8, 8, 9]))
        self.assertEqual([v.value for v in values], [0.5, 2 / 3])
        np.testing.assert_array_equal(SEEN[1].truth, [2, 0, 1])
        np.testing.assert_array_equal(SEEN[1].scores, np.arange(6.0, 15).reshape(3, 3))
        np.testing.assert_array_equal(SEEN[1].weights, [3, 4, 5])
        np.testing.assert_array_equal(SEEN[0].groups, [7, 7])
        self.assertIsNone(SEEN[0].probabilities)
        self.assertEqual(SEEN[0].classes, ["class 0", "class 1", "class 2"])
        with self.assertRaises(ValueError):
            SEEN[0].truth[0] = 1

    def test_what_is_not_a_number_is_an_error(self):
        for answer in ("text", "none", "array", "flag"):
            self.assertIn("is not a number", self.measure(answer)[0].error)
        self.assertTrue(math.isnan(self.measure("nan")[0].value))
        self.assertEqual(self.measure("numpy")[0].value, 0.5)

    def test_an_exception_is_the_values(self):
        first, second = self.measure("raise")
        self.assertEqual((first.error, second.error, second.value), ("ValueError: not these", "", 2 / 3))

    def test_files_of_other_shapes_are_refused(self):
        for wrong in ({"truth": np.zeros(4)}, {"weights": np.ones(3)}, {"probabilities": np.ones((5, 2))}):
            with self.assertRaises(ValueError):
                self.measure(**wrong)


if __name__ == "__main__":
    unittest.main()
