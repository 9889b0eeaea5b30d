"""Single CSV files as data frames."""

from __future__ import annotations

import unittest

from bench import frames

FIELDS = [{"name": name, "type": kind} for name, kind in
          (("truth", "string"), ("prediction", "string"), ("value", "string"), ("row", "integer"), ("score", "number"))]
HEADER = "truth,prediction,value,row,score\n"


class Frames(unittest.TestCase):
    def test_numbers_are_exact(self) -> None:
        numbers = ["0.0001449445608699771", "12483260073.967875", "2182883.4757369193", "5e-324", "-Inf"]
        frame = frames.read("a.csv", (HEADER + "".join(f"a,b,c,1,{one}\n" for one in numbers)).encode(), FIELDS)
        self.assertEqual(list(frame["score"]), [float(one) for one in numbers])

    def test_columns_that_are_compared(self) -> None:
        frame = frames.read("a.csv", (HEADER + "a,b,,1,NaN\nc,b,,2,\n").encode(), FIELDS)
        self.assertEqual(list(frame["truth"].cat.categories), ["a", "c", "b"])
        self.assertFalse((frame["truth"] == frame["prediction"]).any())
        self.assertTrue(frame["score"].isna().all())

    def test_texts(self) -> None:
        rows = HEADER + "NaN,NA,'=x,1,0\n\"a,\"\"b\"\"\",\"two\nlines\",''@x,2,0\n"
        frame = frames.read("a.csv", rows.encode(), FIELDS)
        self.assertEqual(list(frame["truth"]), ["NaN", 'a,"b"'])
        self.assertEqual(list(frame["prediction"]), ["NA", "two\nlines"])
        self.assertEqual(list(frame["value"]), ["=x", "'@x"])


if __name__ == "__main__":
    unittest.main()
