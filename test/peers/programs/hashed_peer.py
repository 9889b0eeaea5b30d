"""Trains a logistic model of hashed features by Vowpal Wabbit, in one pass or several, and predicts test rows.
usage: hashed_peer.py DATA.csv TEST_ROWS PASSES
DATA.csv is what `test/growth -shape adverts` writes; its last rows are the test rows. The files that Vowpal Wabbit reads are made
beside it once, which is not timed. Prints JSON as sklearn_peer.py does: the objective is the mean logarithmic loss of the test
rows, and the seconds are those of reading, training, and reading and predicting the test rows."""
import json
import math
import os
import sys
import time
from importlib.metadata import version

from vowpalwabbit import Workspace

path, test_rows, passes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
train, test, model, answers = (path + end for end in (".train.vw", ".test.vw", ".model", ".answers"))
COUNTS = 13  # columns of numbers; texts follow, and the class is last


def convert():
    """Writes each row as its label and its features."""
    with open(path) as rows:
        names = rows.readline().strip().split(",")[:-1]
        total = sum(1 for _ in rows)
    with open(path) as rows, open(train + ".part", "w") as first, open(test, "w") as last:
        next(rows)
        for number, row in enumerate(rows):
            *values, label = row.rstrip("\n").split(",")
            words = [f"{n}:{v}" if j < COUNTS else f"{n}={v}" for j, (n, v) in enumerate(zip(names, values)) if v]
            out = first if number < total - test_rows else last
            out.write(("1" if label == "c1" else "-1") + " | " + " ".join(words) + "\n")
    os.rename(train + ".part", train)


if not os.path.exists(train):
    convert()
several = f"--passes {passes} -c -k --holdout_off" if passes > 1 else ""
start, used = time.perf_counter(), time.process_time()
Workspace(f"-d {train} -f {model} -b 18 --loss_function logistic --quiet {several}").finish()
Workspace(f"-t -d {test} -i {model} -p {answers} --link logistic --quiet").finish()
seconds, cpu = time.perf_counter() - start, time.process_time() - used
loss, right, count = 0.0, 0, 0
with open(answers) as given, open(test) as rows:
    for answer, row in zip(given, rows):
        chance, positive = float(answer), row[0] == "1"
        loss -= math.log(max(chance if positive else 1 - chance, 1e-15))
        right += (chance > 0.5) == positive
        count += 1
for made in (model, answers):
    os.remove(made)
print(json.dumps({"seconds": seconds, "cpu": cpu, "objective": loss / count, "accuracy": right / count,
                  "version": "vowpalwabbit " + version("vowpalwabbit")}))
