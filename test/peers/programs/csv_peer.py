"""Reads a file by another reader. usage: csv_peer.py polars|pandas|sklearn FILE THREADS. Prints JSON: the median of seconds
of wall and of processor time of three times, after one that does not count; the sum of all numbers but the class's,
without their signs, which says whether the same was read; and the version."""
import json
import os
import sys
import time

reader, path, threads = sys.argv[1:]
os.environ["POLARS_MAX_THREADS"] = threads

if reader == "polars":
    import polars

    version, read = polars.__version__, polars.read_csv

    def total(frame):
        numbers = frame.drop("class").select(polars.selectors.numeric().abs().sum())
        return sum(numbers.row(0))
elif reader == "pandas":
    import pandas

    version, read = pandas.__version__, pandas.read_csv

    def total(frame):
        return frame.drop(columns="class").select_dtypes("number").abs().sum().sum()
else:
    import sklearn
    from sklearn.datasets import load_svmlight_file

    version, read = sklearn.__version__, load_svmlight_file

    def total(data):
        return abs(data[0].data).sum()

walls, cpus = [], []
for _ in range(4):
    wall, cpu = time.perf_counter(), time.process_time()
    content = read(path)
    walls.append(time.perf_counter() - wall)
    cpus.append(time.process_time() - cpu)
print(json.dumps({"seconds": sorted(walls[1:])[1], "cpu": sorted(cpus[1:])[1], "objective": float(total(content)),
                  "version": version}))
