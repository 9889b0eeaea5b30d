"""Annotated fields as the schema of a component, and configurations against it."""

import unittest
from typing import Annotated, Any, ClassVar, Literal, Optional

from bench_plugin import Capabilities, File, Learner, LearnerName, Param, Reducer, error, learner, warning
from bench_plugin.catalog import Entry


class Everything(Learner):
    """All types."""

    number: Annotated[float, Param("A number.", min=0, max=10)] = 1.5
    above: Annotated[float, Param("Another.", above=0)] = 1.0
    whole: Annotated[int, Param("A whole number.", min=1)] = 3
    flag: Annotated[bool, Param("Yes or no.")] = True
    word: Annotated[Literal["one", "two"], Param("A word.")] = "one"
    rows: Annotated[list[list[float]], Param("Rows.")]
    named: Annotated[dict[str, int], Param("Numbers by name.")] = {}
    anything: Annotated[Any, Param("Whatever.")] = None
    maybe: Annotated[Optional[float], Param("Absent unless it is written.", min=0)] = None
    text: Annotated[File, Param("A file.")] = None
    constant: ClassVar[int] = 5

    def validate(self):
        if self.flag and self.whole > 100:
            yield warning(["whole"], "Many")
        if self.rows and len(self.rows[0]) != 2:
            yield error(["rows", 0], "Not two numbers", "Write two.")


class Params(unittest.TestCase):
    def messages(self, component=Everything):
        return {m.name: m for m in Entry(component).message().params}

    def test_the_schema(self):
        m = self.messages()
        self.assertEqual({n: p.type for n, p in m.items()}, {
            "number": "number", "above": "number", "whole": "number", "flag": "bool", "word": "string",
            "rows": "list(list(number))", "named": "map(number)", "anything": "any", "maybe": "number", "text": "file"})
        self.assertEqual((m["number"].min, m["number"].max, m["number"].above), (0, 10, None))
        self.assertEqual((m["whole"].integer, m["named"].integer, m["number"].integer), (True, True, False))
        self.assertEqual([n for n, p in m.items() if p.required], ["rows"])
        self.assertEqual((m["word"].one_of, m["word"].default_json, m["maybe"].default_json), (["one", "two"], '"one"', ""))

    def test_a_configuration_becomes_attributes(self):
        made, found = Entry(Everything).check(b'{"rows": [[1, 2]], "number": 2, "whole": 4.0, "named": {"a": 1}}')
        self.assertEqual(found, [])
        self.assertEqual((made.rows, made.number, made.whole, made.named, made.maybe), ([[1.0, 2.0]], 2.0, 4, {"a": 1}, None))
        self.assertIsInstance(made.whole, int)
        self.assertIsInstance(made.number, float)

    def test_what_is_wrong_has_a_place_and_a_reason(self):
        for config, path, words in (
            (b'{"rows": [], "number": 11}', ("number",), "it must be a number of at least 0 and at most 10"),
            (b'{"rows": [], "above": 0}', ("above",), "a number above 0"),
            (b'{"rows": [], "whole": 1.5}', ("whole",), "a whole number of at least 1"),
            (b'{"rows": [], "word": "three"}', ("word",), '"one" or "two"'),
            (b'{"rows": [["a"]]}', ("rows",), 'rows is "a": it must be a number'),
            (b'{"rows": [], "numbre": 1}', ("numbre",), 'Did you mean "number"?'),
            (b'{"rows": [], "flag": 1}', ("flag",), "of type bool"),
            (b"{}", (), "Write rows."),
            (b"[]", (), "Write attributes"),
            (b'{"rows": [[1, 2, 3]]}', ("rows", 0), "Write two."),
        ):
            made, found = Entry(Everything).check(config)
            self.assertIsNone(made, config)
            self.assertEqual([d.path for d in found], [path], config)
            self.assertIn(words, found[0].detail)

    def test_a_warning_refuses_nothing(self):
        made, found = Entry(Everything).check(b'{"rows": [], "whole": 200}')
        self.assertEqual([d.severity for d in found], ["warning"])
        self.assertEqual(made.whole, 200)

    def test_two_functions_are_a_learner(self):
        def mean(p, *, shrink: Annotated[float, Param("Share.", min=0, max=1)] = 0.25):
            """The mean."""
            return shrink

        made, _ = Entry(learner(mean, lambda model, x: x[:, 0], capabilities=Capabilities(scores="margin"))).check(b"{}")
        self.assertEqual(made.train(None), 0.25)
        self.assertEqual([p.name for p in Entry(learner(mean, max)).message().params], ["shrink"])

    def test_mistakes_of_the_author_are_told_at_the_start(self):
        def component(hint, default):
            body = {"__doc__": "It is wrong.", "__annotations__": {"x": hint}, "x": default, "__module__": __name__}
            return lambda: Entry(type("Wrong", (Learner,), body))

        for make, words in (
            (component(float, 1.0), "parameter x of Wrong has no doc"),
            (component(Annotated[complex, Param("Doc.")], 1j), "is of type complex: it may be"),
            (component(Annotated[float, Param("Doc.", min=0)], -1.0), "the default of Wrong: x is -1"),
            (lambda: Entry(type("Mute", (Learner,), {})), "has no documentation"),
        ):
            with self.assertRaisesRegex(TypeError, words):
                make()

    def test_a_reduction_names_a_learner(self):
        class Chain(Reducer):
            """A chain."""

            second: Annotated[LearnerName | None, Param("Another learner.")] = None
            decoding: Annotated[Literal["a", "b"], Param("How.", decoding=True)] = "a"

        m = self.messages(Chain)
        self.assertEqual((m["second"].type, m["second"].required, m["decoding"].decoding), ("learner", False, True))


if __name__ == "__main__":
    unittest.main()
