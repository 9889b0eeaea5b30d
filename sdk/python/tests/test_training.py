"""Training and scoring, call by call, in this process."""

import io
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from typing import Annotated
from unittest import mock

import numpy as np

from bench_plugin import CSR, Cancelled, Capabilities, Fitted, Learner, Param, wire
from bench_plugin.catalog import Plugin
from bench_plugin.features import write
from bench_plugin.training import size_of
from bench_plugin.trial import Sample, Trial, binary, blobs, multiclass

SEEN = []

#: Scores that are not real numbers, or not those of the rows.
ODD = {
    "complex": lambda first: first + 1j,
    "masked": lambda first: np.ma.masked_less(first, np.inf),
    "text": lambda first: first.astype(str),
    "object": lambda first: np.array([None] * len(first)),
    "flat": lambda first: first[None, :],
}


class Spy(Learner):
    """Keeps what it is given, and scores by the first feature."""

    capabilities = Capabilities(tasks=("binary", "multiclass", "regression"), scores="margin", weights=True)
    fail: Annotated[str, Param("How to fail.")] = ""

    def train(self, problem):
        SEEN.append(problem)
        if self.fail == "raise" and problem.seed == 1:
            raise ValueError("not this one")
        if self.fail == "exit" and problem.seed == 1:
            sys.exit("I quit")
        if self.fail == "interrupt" and problem.seed == 1:
            raise KeyboardInterrupt
        if self.fail == "end":
            return Fitted(2, end="bored")
        if self.fail == "write":
            problem.x[0, 0] = 1
        return Fitted(problem.classes, objective=0.5, unconverged=True, end="max_iter")

    def score(self, model, x):
        first = np.asarray(x[:, 0]).ravel()
        if self.fail in ODD:
            return ODD[self.fail](first)
        return first if model == 2 else np.column_stack([first] * model)


class Sparse(Spy):
    """Takes sparse rows as they come."""

    capabilities = Capabilities(scores="margin", sparse=True)

    def score(self, model, x):
        return x.toarray()[:, 0] if not isinstance(x, np.ndarray) else x[:, 0]


class Together(Learner):
    """Trains all problems at once."""

    capabilities = Capabilities(scores="margin", weights=True)

    def train_batch(self, batch):
        SEEN.append(batch)
        for l in reversed(range(batch.y.shape[1])):
            yield l, (ValueError("no") if batch.seeds[l] == 99 else l)

    def score(self, model, x):
        return np.full(len(x), model)


class Silent(Together):
    """Forgets one problem and fails another."""

    def train_batch(self, batch):
        yield 0, 0
        if batch.seeds[0] == 7:
            raise MemoryError("too large")
        if batch.seeds[0] == 8:
            raise KeyboardInterrupt


class Training(unittest.TestCase):
    def setUp(self):
        SEEN.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.trial = Trial(Plugin("p", "0.1.0", [Spy, Sparse, Together, Silent]), folder.name)
        self.sample = blobs()
        self.train = self.sample.x.reshape(3, 12, 4)[:, :9].reshape(27, 4)
        self.test = self.sample.x.reshape(3, 12, 4)[:, 9:].reshape(9, 4)
        self.errors = io.StringIO()
        quiet = redirect_stderr(self.errors)
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def test_a_column_leaves_classes_out(self):
        scores = self.trial.learn("spy", self.sample, [binary([1, 0, -1], 5)])
        np.testing.assert_array_equal(SEEN[0].x, np.delete(self.train, range(9, 18), axis=0))
        np.testing.assert_array_equal(SEEN[0].y, [1.0] * 9 + [-1.0] * 9)
        self.assertEqual((SEEN[0].seed, SEEN[0].classes, SEEN[0].weights), (5, 2, None))
        np.testing.assert_array_equal(scores[0][:, 0], self.test[:, 0])

    def test_columns_are_shifted_and_scaled_when_models_score_too(self):
        shift, scale = [1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 0.5, 0.1]
        scores = self.trial.learn("spy", self.sample, [binary([1, -1, 0])], shift=shift, scale=scale)
        np.testing.assert_array_equal(SEEN[0].x, (self.train[:18] - shift) / scale)
        np.testing.assert_array_equal(scores[0][:, 0], (self.test[:, 0] - 1) / 2)

    def test_weights_go_with_the_rows(self):
        w = np.arange(1.0, 28.0)
        path = self.trial.target(w)
        self.trial.train("spy", self.sample, [binary([0, 1, -1]), multiclass(3)], weights_path=path)
        np.testing.assert_array_equal(SEEN[0].weights, w[9:])
        np.testing.assert_array_equal(SEEN[1].weights, w)
        np.testing.assert_array_equal(SEEN[1].y, np.repeat([0.0, 1.0, 2.0], 9))

    def test_targets_in_files(self):
        y = np.where(np.arange(27) % 2, 1.0, -1.0)
        numbers = np.linspace(-1, 1, 27)
        problems = [wire.new("Problem", task="binary", target_path=self.trial.target(y)),
                    wire.new("Problem", task="regression", target_path=self.trial.target(numbers)),
                    wire.new("Problem", task="binary", target_path=self.trial.target(numbers)),
                    wire.new("Problem", task="multiclass", classes=2, target_path=self.trial.target(y))]
        events = self.trial.train("spy", self.sample, problems)
        np.testing.assert_array_equal(SEEN[0].y, y)
        np.testing.assert_array_equal(SEEN[1].y, numbers)
        self.assertIn("is not valid for a binary problem", events[2].error)
        self.assertIn("the target -1.0 is not valid for a multiclass problem", events[3].error)

    def test_what_is_known_of_a_training_is_told(self):
        event = self.trial.train("spy", self.sample, [binary([1, -1, 0])])[0]
        self.assertEqual((event.objective, event.unconverged, event.end), (0.5, True, "max_iter"))

    def test_an_exception_fails_its_problem_alone(self):
        for how, words in (("raise", "ValueError: not this one"), ("exit", "the plugin called sys.exit('I quit')"),
                           ("interrupt", "the plugin raised KeyboardInterrupt")):
            self.trial.configs = {"spy": {"fail": how}}
            events = self.trial.train("spy", self.sample, [binary([1, -1, 0], seed) for seed in (0, 1, 2)])
            self.assertEqual([bool(e.error) for e in events], [False, True, False])
            self.assertTrue(events[1].error.startswith(words + "\nTraceback"), events[1].error)
            self.assertIn('File "test_training.py"', events[1].error)
            self.assertNotIn("bench_plugin/training.py", events[1].error)
            self.assertIn("bench_plugin/training.py", self.errors.getvalue())

    def test_features_cannot_be_written_to(self):
        self.trial.configs = {"spy": {"fail": "write"}}
        events = self.trial.train("spy", self.sample, [binary([1, -1, 0])])
        self.assertIn("read-only", events[0].error)

    def test_nothing_is_learned_of_nan_or_of_one_side(self):
        self.sample.x[3, 2] = np.nan
        self.sample.columns = [{"name": f"c{j}", "kind": "numeric"} for j in range(4)]
        events = self.trial.train("spy", self.sample, [binary([1, -1, 0]), binary([0, 1, -1]), binary([0, 1, 1])])
        self.assertIn("1 values of the features are NaN, the first in column c2", events[0].error)
        self.assertEqual(events[1].error, "")
        self.assertIn("all rows of the problem have the target +1", events[2].error)

    def test_columns_are_told_with_their_values(self):
        self.sample.columns = [{"name": "colour", "kind": "nominal", "values": ["red", "blue"]}] * 4
        self.trial.train("spy", self.sample, [binary([1, -1, 0])])
        self.assertEqual((SEEN[0].columns[3].kind, SEEN[0].columns[3].values), ("nominal", ("red", "blue")))

    def test_sparse_rows_with_and_without_scipy(self):
        scale = np.array([2.0, 1.0, 4.0, 1.0])
        for hidden in ({}, {"scipy": None, "scipy.sparse": None}):
            with mock.patch.dict(sys.modules, hidden):
                SEEN.clear()
                scores = self.trial.learn("sparse", self.sample, [binary([1, 0, -1])], sparse=True, scale=scale.tolist())
                self.assertEqual(isinstance(SEEN[0].x, CSR), bool(hidden) or "scipy" not in sys.modules)
                np.testing.assert_array_equal(SEEN[0].x.toarray(), np.delete(self.train, range(9, 18), axis=0) / scale)
                np.testing.assert_array_equal(scores[0][:, 0], self.test[:, 0] / 2)

    def test_sparse_features_for_a_learner_that_does_not_take_them(self):
        with self.assertRaisesRegex(ValueError, "sparse, which learner 'spy' does not take"):
            self.trial.train("spy", self.sample, [binary([1, -1, 0])], sparse=True)

    def test_a_batch_has_all_columns(self):
        w = np.arange(1.0, 28.0)
        problems = [binary([1, -1, 0], 3), binary([0, 1, -1], 99), binary([1, -1, -1], 5)]
        events = self.trial.train("together", self.sample, problems, weights_path=self.trial.target(w))
        batch = SEEN[0]
        np.testing.assert_array_equal(batch.y, np.repeat([[1, 0, 1], [-1, 1, -1], [0, -1, -1]], 9, axis=0))
        np.testing.assert_array_equal(batch.x, self.train)
        np.testing.assert_array_equal(batch.weights, w)
        self.assertEqual(list(batch.seeds), [3, 99, 5])
        self.assertEqual([bool(e.error) for e in events], [False, True, False])
        scores = self.trial.score([events[0].model, events[2].model], self.sample)
        self.assertEqual([s[0, 0] for s in scores], [0.0, 2.0])

    def test_a_batch_that_ends_early_fails_what_is_left(self):
        events = self.trial.train("silent", self.sample, [binary([1, -1, 0]), binary([0, 1, -1])])
        self.assertEqual(events[0].error, "")
        self.assertIn("yielded nothing", events[1].error)
        events = self.trial.train("silent", self.sample, [binary([1, -1, 0], 7), binary([0, 1, -1])])
        self.assertIn("MemoryError: too large", events[1].error)
        events = self.trial.train("silent", self.sample, [binary([1, -1, 0], 8), binary([0, 1, -1])])
        self.assertEqual(events[0].error, "")
        self.assertIn("the plugin raised KeyboardInterrupt", events[1].error)

    def test_cancelled_calls_end(self):
        self.trial.check = lambda: (_ for _ in ()).throw(Cancelled())
        with self.assertRaises(Cancelled):
            self.trial.train("spy", self.sample, [binary([1, -1, 0])])

    def test_models_are_forgotten(self):
        event = self.trial.train("spy", self.sample, [binary([1, -1, 0])])[0]
        self.trial.call("Learner", "Forget", models=[event.model])
        with self.assertRaisesRegex(LookupError, "is not known here"):
            self.trial.score([event.model], self.sample)

    def test_models_have_sizes(self):
        event = self.trial.train("spy", self.sample, [binary([1, -1, 0])])[0]
        asked = dict(models=[event.model], features=self.trial.features(self.sample),
                     ranges=self.sample.ranges(training=False), output_path=f"{self.trial.folder}/scores.npy")
        self.assertGreater(self.trial.call("Learner", "Score", sizes=True, **asked).bytes[0], 0)
        self.assertEqual(list(self.trial.call("Learner", "Score", **asked).bytes), [])
        self.assertIn(size_of(b"x" * 1000), range(1000, 1100))
        self.assertEqual(size_of(lambda: 0), 0)  # cannot be pickled

    def test_rows_are_scored_in_blocks(self):
        event = self.trial.train("spy", self.sample, [multiclass(3)])[0]
        whole = self.trial.score([event.model], self.sample)[0]
        with mock.patch("bench_plugin.training._BLOCK", 8):  # two rows
            np.testing.assert_array_equal(self.trial.score([event.model], self.sample)[0], whole)
        self.assertEqual(whole.shape, (9, 3))

    def test_scores_that_are_not_real_numbers_of_the_rows_are_refused(self):
        words = {"complex": "have the type complex128, which is not one of real numbers",
                 "masked": "are a masked array in which 9 values are missing", "text": "have the type <U",
                 "object": "have the type object", "flat": r"have the shape \(1, 9\) for 9 rows of width 1"}
        for how, text in words.items():
            self.trial.configs = {"spy": {"fail": how}}
            with self.assertRaisesRegex((TypeError, ValueError), "the scores of a model " + text):
                self.trial.learn("spy", self.sample, [binary([1, -1, 0])])

    def test_words_that_bench_does_not_know_are_refused(self):
        self.trial.configs = {"spy": {"fail": "end"}}
        event = self.trial.train("spy", self.sample, [binary([1, -1, 0])])[0]
        self.assertIn("its training ended by 'bored', which is not one of tolerance, max_iter", event.error)
        for words in ({"scores": "votes"}, {"tasks": ("binary", "ranking")}, {"needs": ("odds",)}, {"facts": ("rows",)},
                      {"probabilities": ("logits",)}):
            with self.assertRaisesRegex(ValueError, "capabilities say .* which is not one of"):
                Capabilities(**words)
        with self.assertRaisesRegex(TypeError, "is not a real number"):
            Fitted(1, objective=1j)

    def test_files_that_are_not_as_announced(self):
        features = self.trial.features(self.sample)
        write(features.dense_path, self.sample.x[:5], np.float64)
        with self.assertRaisesRegex(ValueError, "has the shape"):
            self.trial.call("Learner", "Train", component="spy", features=features)
        with self.assertRaisesRegex(ValueError, "a range is not within the 36 rows"):
            self.trial.train("spy", Sample(self.sample.x, [40], 39), [binary([1])])


if __name__ == "__main__":
    unittest.main()
