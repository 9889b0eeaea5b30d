"""Reductions, call by call, in this process."""

import tempfile
import unittest
from typing import Annotated

import numpy as np

from bench_plugin import Decoded, Param, Reducer, Stage, wire
from bench_plugin.catalog import Plugin
from bench_plugin.trial import Trial

#: What decode may answer with for two rows and three classes, and the words of the refusal.
ODD = {
    "fraction": (Decoded(np.eye(3)[:2], [0, 1.7]), "the predictions of decode have the value 1.7, which is not a whole"),
    "nan": (Decoded(np.eye(3)[:2], [0, np.nan]), "have the value nan, which is not a whole"),
    "far": (Decoded(np.eye(3)[:2], [0, 1 << 32]), "have the value 4294967296, which is not a class"),
    "words": (Decoded(np.eye(3)[:2], ["0", "1"]), "the predictions of decode have the type <U1"),
    "masked": (Decoded(np.eye(3)[:2], np.ma.masked_equal([0, 1], 1)), "a masked array in which 1 values are missing"),
    "complex": (Decoded(np.eye(3)[:2] + 1j), "the scores of classes have the type complex128"),
    "probable": (Decoded(np.eye(3)[:2], None, np.eye(3)[:2] * 1j), "the probabilities of classes have the type complex128"),
}


class Odd(Reducer):
    """Answers as it is told."""

    answer: Annotated[str, Param("What to answer.")] = ""

    def plan(self, reduction):
        return {"labels": Stage(code=np.eye(3), labels=[0.5]), "code": Stage(code=np.eye(3) * 1j),
                "": Stage(code=2 * np.eye(3) - 1)}[self.answer]

    def decode(self, state, scores, kind):
        return ODD[self.answer][0] if self.answer in ODD else Decoded(scores, scores.argmax(axis=1).astype(float))


class Reducing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def plan(self, answer):
        trial = Trial(Plugin("p", "0.1.0", [Odd]), self.folder, {"odd": {"answer": answer}})
        return trial.call("Reducer", "Plan", component="odd", config_json=trial.config("odd"), counts=[5, 5, 5],
                          classes=["a", "b", "c"])

    def decode(self, answer):
        trial = Trial(Plugin("p", "0.1.0", [Odd]), self.folder, {"odd": {"answer": answer}})
        paths = {what + "_path": trial.target(np.zeros(0)) for what in ("class_scores", "probabilities", "predictions")}
        trial.call("Reducer", "Decode", component="odd", config_json=trial.config("odd"), kind="margin",
                   scores_path=trial.target(np.eye(3)[:2]), **paths)
        return np.load(paths["predictions_path"])

    def test_predictions_may_be_floating_point_numbers_without_a_fraction(self):
        predicted = self.decode("")
        self.assertEqual((predicted.dtype, predicted.tolist()), (np.int32, [0, 1]))

    def test_what_cannot_be_a_class_or_a_score_is_refused(self):
        for answer, (_, words) in ODD.items():
            with self.assertRaisesRegex((TypeError, ValueError), words):
                self.decode(answer)

    def test_stages_have_whole_and_real_numbers(self):
        self.assertEqual(self.plan("").stage.columns, 3)
        for answer, words in {"labels": "the labels of a stage have the value 0.5", "code": "type complex128"}.items():
            with self.assertRaisesRegex((TypeError, ValueError), words):
                self.plan(answer)

    def test_a_message_rounds_nothing(self):
        with self.assertRaisesRegex(TypeError, "folds is 2.5, which is not a whole number"):
            wire.encode(wire.new("Stage", folds=2.5))
        with self.assertRaisesRegex(TypeError, "labels is 0.5, which is not a whole number"):
            wire.encode(wire.new("Stage", labels=[1, 0.5]))


if __name__ == "__main__":
    unittest.main()
