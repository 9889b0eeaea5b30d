"""Encoders, call by call, in this process."""

import tempfile
import unittest
from typing import Annotated

import numpy as np

from bench_plugin import Capabilities, Column, Encoder, Encoding, Param
from bench_plugin.catalog import Plugin
from bench_plugin.trial import Trial

SEEN = []


class Spy(Encoder):
    """Keeps what it is given, and answers as it is told."""

    capabilities = Capabilities(tasks=(), target=True)
    answer: Annotated[str, Param("What to answer.")] = "mean"

    def fit(self, training):
        SEEN.append(training)
        if self.answer == "unfit":
            return {"mean": 1}
        return Encoding({"mean": np.nanmean(training.x[:, 0])}, ["less", Column("red", "indicator")])

    def transform(self, state, records):
        SEEN.append(records)
        made = np.column_stack([records.x[:, 0] - state["mean"], records.x[:, 1] == 0])
        return {"short": made[1:], "flat": made[:, 0], "complex": made * 1j}.get(self.answer, made)


COLUMNS = [{"name": "x", "kind": "numeric"}, {"name": "colour", "kind": "nominal", "values": ["red", "blå"]}]
ROWS = np.array([[1, 0], [np.nan, 1], [3, -1]])


class Encodes(unittest.TestCase):
    def setUp(self):
        SEEN.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def trial(self, answer="mean"):
        return Trial(Plugin("p", "0.1.0", [Spy]), self.folder, {"spy": {"answer": answer}})

    def test_it_is_described(self):
        described = Plugin("p", "0.1.0", [Spy]).message().components[0]
        self.assertEqual((described.kind, described.name, described.capabilities.target), ("encoder", "spy", True))
        self.assertEqual([p.name for p in described.params], ["answer"])

    def test_it_learns_and_encodes(self):
        trial = self.trial()
        known = {"target": np.array([0, 2, 1]), "weights": np.ones(3), "groups": np.array([4, 4, 5])}
        learnt = trial.fit("spy", ROWS, COLUMNS, known, seed=1 << 63)
        self.assertEqual([(f.name, f.kind) for f in learnt.features], [("less", ""), ("red", "indicator")])
        seen = SEEN[0]
        np.testing.assert_array_equal(seen.x, ROWS)
        self.assertEqual(seen.columns[1], Column("colour", "nominal", ("red", "blå")))
        self.assertEqual((seen.classes, seen.multi_label, seen.seed), (["class 0", "class 1", "class 2"], False, 1 << 63))
        for what, array in known.items():
            np.testing.assert_array_equal(getattr(seen, what), array)
        for array in (seen.x, seen.target):
            with self.assertRaises(ValueError):
                array[0] = 1
        made = trial.transform("spy", learnt, ROWS[[2, 0]], COLUMNS)
        np.testing.assert_array_equal(made, [[1, 0], [-1, 1]])

    def test_what_is_not_known_is_none(self):
        self.trial().fit("spy", ROWS, COLUMNS)
        seen = SEEN[0]
        self.assertEqual((seen.target, seen.weights, seen.groups, list(seen.classes)), (None, None, None, []))

    def test_labels_are_rows_of_ones_and_zeros(self):
        labels = np.array([[1, 0], [1, 1], [0, 0]])
        self.trial().fit("spy", ROWS, COLUMNS, {"target": labels}, classes=2, multi_label=True)
        np.testing.assert_array_equal(SEEN[0].target, labels)

    def test_other_shapes_are_refused(self):
        for wrong in ({"target": np.zeros(4)}, {"weights": np.ones(2)}, {"groups": np.ones((3, 1))}):
            with self.assertRaises(ValueError):
                self.trial().fit("spy", ROWS, COLUMNS, wrong)
        with self.assertRaises(ValueError):
            self.trial().fit("spy", ROWS, COLUMNS[:1])
        with self.assertRaisesRegex(TypeError, "a dict, which is not an Encoding"):
            self.trial("unfit").fit("spy", ROWS, COLUMNS)
        with self.assertRaisesRegex(TypeError, "the features of rows have the type complex128"):
            trial = self.trial("complex")
            trial.transform("spy", trial.fit("spy", ROWS, COLUMNS), ROWS, COLUMNS)
        for answer in ("short", "flat"):
            trial = self.trial(answer)
            learnt = trial.fit("spy", ROWS, COLUMNS)
            with self.assertRaisesRegex(ValueError, "transform returned the shape"):
                trial.transform("spy", learnt, ROWS, COLUMNS)


if __name__ == "__main__":
    unittest.main()
