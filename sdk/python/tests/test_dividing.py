"""Splitters, call by call, in this process."""

import os
import tempfile
import unittest
from typing import Annotated

import numpy as np

from bench_plugin import Capabilities, Fold, Param, Splitter, error, wire
from bench_plugin.catalog import Plugin
from bench_plugin.features import write
from bench_plugin.trial import Trial

SEEN = []


class Spy(Splitter):
    """Keeps what it is given, and answers as it is told."""

    capabilities = Capabilities(tasks=(), deterministic=True, facts=("groups", "features"))
    answer: Annotated[str, Param("What to answer.")] = "halves"

    def split(self, rows):
        SEEN.append(rows)
        if self.answer == "refuse":
            raise error(["answer"], "Not so", "otherwise")
        even = np.arange(len(rows)) % 2 == 0
        return {
            "halves": lambda: [[Fold(even), Fold(~even)], [Fold([1], train=[0, 0, 2])]],
            "generator": lambda: ((Fold(np.flatnonzero(even == flag)) for flag in (True, False)) for _ in range(2)),
            "outside": lambda: [[Fold([0, 1 << 40, -7])]],
            "pair": lambda: [[([0], [1])]],
            "floats": lambda: [[Fold([0.5])]],
            "masked": lambda: [[Fold(np.ma.masked_equal([0, 1], 1))]],
            "short": lambda: [[Fold(np.array([True, False]))]],
            "square": lambda: [[Fold(np.zeros((2, 2), int))]],
            "empty": lambda: [],
        }[self.answer]()


class Dividing(unittest.TestCase):
    def setUp(self):
        SEEN.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.files = {"truth": np.array([0, 1, 2, 0, 1])}

    def split(self, answer="halves", multi_label=False, **files):
        self.trial = Trial(Plugin("p", "0.1.0", [Spy]), self.folder, {"spy": {"answer": answer}})
        found = self.trial.split("spy", {**self.files, **files}, 3, multi_label)
        sizes = [[(f.train, f.test, f.others) for f in r.folds] for r in found.repeats]
        path = os.path.join(self.folder, "folds.npy")
        return sizes, np.load(path).tolist() if os.path.exists(path) else None, found.diagnostics

    def test_it_is_described(self):
        described = Plugin("p", "0.1.0", [Spy]).message().components[0]
        self.assertEqual((described.kind, described.name), ("validation", "spy"))
        self.assertEqual(described.capabilities.facts, ["groups", "features"])
        self.assertEqual([p.name for p in described.params], ["answer"])

    def test_rows_are_written_fold_by_fold(self):
        sizes, rows, said = self.split(groups=np.array([7, 7, 8, 8, 9]), weights=np.arange(5.0) + 1)
        self.assertEqual(sizes, [[(0, 3, True), (0, 2, True)], [(3, 1, False)]])
        self.assertEqual((rows, said), ([0, 2, 4, 1, 3, 0, 0, 2, 1], []))
        np.testing.assert_array_equal(SEEN[0].groups, [7, 7, 8, 8, 9])
        np.testing.assert_array_equal(SEEN[0].weights, [1, 2, 3, 4, 5])
        self.assertEqual((len(SEEN[0]), SEEN[0].seed, SEEN[0].quantity, SEEN[0].x), (5, 7, None, None))
        with self.assertRaises(ValueError):
            SEEN[0].truth[0] = 1

    def test_generators_and_labels(self):
        sizes, rows, _ = self.split("generator", multi_label=True, truth=np.eye(3, dtype=int))
        self.assertEqual(sizes, [[(0, 2, True), (0, 1, True)]] * 2)
        self.assertEqual(rows, [0, 2, 1] * 2)
        self.assertEqual(SEEN[0].truth.shape, (3, 3))

    def test_features(self):
        path = os.path.join(self.folder, "x.npy")
        write(path, np.arange(10.0).reshape(5, 2), np.float64)
        trial = Trial(Plugin("p", "0.1.0", [Spy]), self.folder)
        write(os.path.join(self.folder, "t.npy"), self.files["truth"], np.int32)
        trial.call("Splitter", "Split", component="spy", config_json=b"{}", classes=["a", "b", "c"], rows=5,
                   truth_path=os.path.join(self.folder, "t.npy"), output_path=os.path.join(self.folder, "folds.npy"),
                   features=wire.new("Features", rows=5, cols=2, dense_path=path))
        np.testing.assert_array_equal(SEEN[0].x[:, 1], [1, 3, 5, 7, 9])

    def test_rows_that_no_file_holds_are_none(self):
        self.assertEqual(self.split("outside")[1], [0, -1, -1])

    def test_no_folds(self):
        self.assertEqual(self.split("empty")[:2], ([], []))

    def test_a_diagnostic_is_the_answer(self):
        sizes, rows, said = self.split("refuse")
        self.assertEqual((sizes, rows, said[0].summary, said[0].path[0].attribute), ([], None, "Not so", "answer"))

    def test_what_is_no_fold_is_refused(self):
        for answer, wrong in (("pair", TypeError), ("floats", TypeError), ("masked", TypeError),
                              ("short", ValueError), ("square", TypeError)):
            with self.assertRaises(wrong):
                self.split(answer)

    def test_files_of_other_shapes_are_refused(self):
        for wrong in ({"groups": np.zeros(4)}, {"weights": np.ones(3)}, {"quantity": np.ones(6)}):
            with self.assertRaises(ValueError):
                self.split(**wrong)


if __name__ == "__main__":
    unittest.main()
