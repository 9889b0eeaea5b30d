"""The learner of the pack, call by call. The folder of the pack is the working directory."""
import sys
import tempfile
import unittest

sys.path.insert(0, ".")

import lightgbm
import numpy as np
import sklearn
import xgboost
from bench_plugin import __main__ as trying
from bench_plugin import wire
from bench_plugin.trial import Trial, binary, blobs, multiclass
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB, MultinomialNB

PLUGIN = trying.load("main.py")


def odds(p):
    log = np.log(np.maximum(p, 1e-300, dtype=np.float64))
    return log[:, 1] - log[:, 0]


class Pack(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.trial = Trial(PLUGIN, folder.name)
        self.sample = blobs()
        rows = self.sample.x.reshape(3, 12, 4)
        self.train, self.test = rows[:, :9].reshape(27, 4), rows[:, 9:].reshape(9, 4)
        self.classes = np.repeat([0, 1, 2], 9)

    def configure(self, estimator, params=None, **more):
        self.trial.configs = {"sklearn": {"estimator": estimator, "params": params or {}, **more}}
        return self.trial.call("Plugin", "Validate", kind="learner", component="sklearn",
                               config_json=self.trial.config("sklearn"))

    def learn(self, *problems, **how):
        return self.trial.learn("sklearn", self.sample, problems, **how)

    def test_random_state_is_the_seed_of_the_problem(self):
        self.configure("sklearn.ensemble.RandomForestClassifier", {"n_estimators": 5})
        seed = 2**40 + 7
        want = RandomForestClassifier(n_estimators=5, random_state=7).fit(self.train, self.classes == 1).predict_proba(self.test)
        np.testing.assert_array_equal(self.learn(binary([-1, 1, -1], seed))[0][:, 0], odds(want))
        self.configure("sklearn.ensemble.RandomForestClassifier", {"n_estimators": 5, "random_state": 3})
        want = RandomForestClassifier(n_estimators=5, random_state=3).fit(self.train, self.classes == 1).predict_proba(self.test)
        np.testing.assert_array_equal(self.learn(binary([-1, 1, -1], seed))[0][:, 0], odds(want))

    def test_inner_estimators_are_seeded_too(self):
        forest = {"estimator": "sklearn.ensemble.RandomForestClassifier", "params": {"n_estimators": 5}}
        self.configure("sklearn.pipeline.Pipeline", {"steps": [["scale", {"estimator": "sklearn.preprocessing.StandardScaler"}],
                                                               ["forest", forest]]})
        one, two = (self.learn(multiclass(3, 5))[0] for _ in range(2))
        np.testing.assert_array_equal(one, two)

    def test_what_is_promised(self):
        for name, tasks, scores, sparse, weights, threads, deterministic in (
            ("sklearn.ensemble.RandomForestClassifier", 2, "log_odds", True, True, True, True),
            ("sklearn.svm.SVC", 2, "margin", True, True, False, True),
            ("sklearn.neighbors.KNeighborsClassifier", 2, "log_odds", True, False, True, True),
            ("sklearn.ensemble.HistGradientBoostingClassifier", 2, "margin", False, True, False, True),
            ("sklearn.gaussian_process.GaussianProcessClassifier", 2, "log_odds", False, False, True, True),
            ("lightgbm.LGBMClassifier", 2, "margin", True, True, True, False),
            ("sklearn.linear_model.Ridge", 1, "margin", True, True, False, True),
        ):
            c = self.configure(name).capabilities
            self.assertEqual((len(c.tasks), c.scores, c.sparse, c.weights, c.threads, c.deterministic),
                             (tasks, scores, sparse, weights, threads, deterministic), name)

    def test_outputs_may_be_chosen(self):
        model = LogisticRegression().fit(self.train, self.classes == 1)
        for output, kind, want in (("decision_function", "margin", model.decision_function(self.test)),
                                   ("predict_proba", "log_odds", odds(model.predict_proba(self.test))),
                                   ("votes", "margin", np.where(model.predict(self.test), 1.0, -1.0))):
            answer = self.configure("sklearn.linear_model.LogisticRegression", output=output)
            self.assertEqual(answer.capabilities.scores, kind)
            np.testing.assert_allclose(self.learn(binary([-1, 1, -1]))[0][:, 0], want)

    def test_two_classes_of_a_multiclass_problem(self):
        self.configure("sklearn.svm.SVC")
        target = self.trial.target(np.repeat([0.0, 1.0, 1.0], 9))
        scores = self.learn(wire.new("Problem", task="multiclass", classes=2, target_path=target))[0]
        np.testing.assert_array_equal(scores.argmax(axis=1), [0] * 3 + [1] * 6)

    def test_a_class_without_rows_has_the_least_score(self):
        target = self.trial.target(np.repeat([0.0, 1.0, 3.0], 9))
        for name in ("sklearn.svm.SVC", "sklearn.ensemble.RandomForestClassifier"):
            self.configure(name)
            scores = self.learn(wire.new("Problem", task="multiclass", classes=4, target_path=target))[0]
            self.assertEqual(scores.shape, (9, 4))
            self.assertTrue((scores[:, 2] <= scores.min(axis=1)).all(), name)

    def test_weights_reach_fit(self):
        self.configure("sklearn.linear_model.LogisticRegression")
        w = np.linspace(0.1, 3, 27)
        want = LogisticRegression().fit(self.train, self.classes == 0, sample_weight=w).decision_function(self.test)
        got = self.learn(binary([1, -1, -1]), weights_path=self.trial.target(w))[0][:, 0]
        np.testing.assert_allclose(got, want)

    def test_numbers_are_regressed(self):
        self.configure("sklearn.ensemble.RandomForestRegressor", {"n_estimators": 5})
        y = self.train[:, 0] * 2
        problem = wire.new("Problem", task="regression", target_path=self.trial.target(y), seed=4)
        want = RandomForestRegressor(n_estimators=5, random_state=4).fit(self.train, y).predict(self.test)
        np.testing.assert_array_equal(self.learn(problem)[0][:, 0], want)

    def nominal(self):
        """Four values in an order that says nothing of the class, and one that training rows do not have."""
        self.sample = blobs(classes=2, rows=60, train=50)
        values = np.arange(120) % 8
        self.sample.x[:, 1] = values
        self.sample.x[55, 1] = -1
        self.sample.x[:, [0, 2, 3]] = 0
        order = np.argsort(np.isin(values, [1, 2, 4, 7]), kind="stable")
        self.sample.x = self.sample.x[order]
        words = [f"v{i}" for i in range(8)]
        self.sample.columns = [{"name": n, "kind": "numeric"} for n in "abcd"]
        self.sample.columns[1] = {"name": "b", "kind": "nominal", "values": words}
        x = self.sample.x.reshape(2, 60, 4)
        return x[:, :50].reshape(100, 4), x[:, 50:].reshape(20, 4), np.repeat([0, 1], 50)

    def test_nominal_columns_are_categories(self):
        train, test, y = self.nominal()
        for name, params, model, how in (
            ("sklearn.ensemble.HistGradientBoostingClassifier", {"max_iter": 3, "max_depth": 1},
             HistGradientBoostingClassifier(max_iter=3, max_depth=1, categorical_features=[1], random_state=0), {}),
            ("lightgbm.LGBMClassifier", {"n_estimators": 3, "max_depth": 1, "verbosity": -1, "min_data_per_group": 1},
             lightgbm.LGBMClassifier(n_estimators=3, max_depth=1, verbosity=-1, min_data_per_group=1, random_state=0),
             {"categorical_feature": [1]}),
            ("xgboost.XGBClassifier", {"n_estimators": 3, "max_depth": 1, "max_cat_to_onehot": 1},
             xgboost.XGBClassifier(n_estimators=3, max_depth=1, max_cat_to_onehot=1, enable_categorical=True,
                                   feature_types=["q", "c", "q", "q"], random_state=0), {}),
        ):
            self.configure(name, params)
            got = self.learn(binary([-1, 1]))[0][:, 0]
            if name.startswith("xgboost"):  # which refuses negative numbers for categories
                train, test = (np.where(part < 0, np.nan, part) for part in (train, test))
            model.fit(train, y, **how)
            want = (model.decision_function(test) if hasattr(model, "decision_function") else odds(model.predict_proba(test)))
            np.testing.assert_array_equal(got, want, name)
            self.assertTrue(((got > 0) == np.repeat([False, True], 10)).all(), f"{name}: {got}")

    def test_probabilities_of_32_bits_may_be_zero(self):
        class Sure(GaussianNB):
            def predict_proba(self, x):
                return np.repeat([[0, 1]], len(x), axis=0).astype(np.float32)

        learner = PLUGIN.entry("learner", "sklearn").make(b'{"estimator": "sklearn.naive_bayes.GaussianNB"}')
        scores = learner.score((Sure().fit(self.train, self.classes == 1), 1, []), self.test)
        np.testing.assert_array_equal(scores, np.full(9, -np.log(1e-300)))

    def test_data_that_the_estimator_refuses(self):
        self.configure("sklearn.naive_bayes.MultinomialNB")
        event = self.trial.train("sklearn", self.sample, [binary([1, -1, 0])])[0]
        self.assertTrue(event.error.startswith("ValueError: Negative values in data passed to MultinomialNB"), event.error)
        self.assertIn('File "main.py"', event.error)
        self.sample.x = np.abs(self.sample.x)
        want = MultinomialNB().fit(np.abs(self.train[:18]), self.classes[:18] == 0).predict_proba(np.abs(self.test))
        np.testing.assert_array_equal(self.learn(binary([1, -1, 0]))[0][:, 0], odds(want))

    def test_what_did_not_converge_is_told(self):
        self.configure("sklearn.linear_model.LogisticRegression", {"max_iter": 1})
        event = self.trial.train("sklearn", self.sample, [multiclass(3)])[0]
        self.assertEqual((event.unconverged, event.end), (True, "max_iter"))

    def test_versions(self):
        described = self.trial.call("Plugin", "Describe")
        self.assertEqual(described.runtimes["scikit-learn"], sklearn.__version__)
        self.assertEqual(described.runtimes["numpy"], np.__version__)
        self.assertEqual(self.configure("lightgbm.LGBMClassifier").runtimes, {"lightgbm": lightgbm.__version__})
        bagged = {"estimator": {"estimator": "lightgbm.LGBMClassifier"}}
        self.assertEqual(self.configure("sklearn.ensemble.BaggingClassifier", bagged).runtimes,
                         {"lightgbm": lightgbm.__version__})
        self.assertEqual(self.configure("sklearn.svm.SVC").runtimes, {})


if __name__ == "__main__":
    unittest.main()
