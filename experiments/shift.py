"""Writes digits-shift.csv.gz and satellite-shift.csv.gz in data: folds whose test rows have other shares of the classes.

python3 experiments/shift.py    (standard library only; the seed is fixed)
"""
import csv, gzip, io, os, random

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


def classes(name, column, header):
    with gzip.open(os.path.join(HERE, name + ".csv.gz"), "rt") as file:
        rows = list(csv.reader(file))[1 if header else 0:]
    return [row[column] for row in rows]


def drawn(order, of, shares, rows):
    """The first rows of a random order that make up shares of the classes."""
    total = sum(shares.values())
    wanted = {k: round(rows * s / total) for k, s in shares.items()}
    chosen = []
    for row in order:
        if wanted[of[row]] > 0:
            wanted[of[row]] -= 1
            chosen.append(row)
    return chosen


def write(name, of, train, test, sizes):
    rng = random.Random(7)
    with open(os.path.join(HERE, name + "-shift.csv.gz"), "wb") as out, gzip.GzipFile("", "wb", 9, out, 0) as binary, \
            io.TextIOWrapper(binary, newline="\n") as file:
        file.write("row,fold,part\n")
        for fold in range(5):
            order = list(range(len(of)))
            rng.shuffle(order)
            tested = drawn(order, of, test, sizes[1])
            rest = [row for row in order if row not in set(tested)]
            for part, rows in ("train", drawn(rest, of, train, sizes[0])), ("test", tested):
                for row in sorted(rows):
                    file.write(f"{row},{fold},{part}\n")


digits = classes("digits", 64, False)
names = sorted(set(digits))
write("digits", digits, {k: 0.65**i for i, k in enumerate(names)}, {k: 1 for k in names}, (300, 500))

satellite = classes("satellite", 36, True)
count = {k: satellite.count(k) for k in sorted(set(satellite))}
falling = sorted(count, key=lambda k: -count[k])
steep = {k: 0.55**i for i, k in enumerate(falling)}
write("satellite", satellite, steep, dict(zip(falling, reversed(list(steep.values())))), (800, 400))
