package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/roofline"
)

// hashed is work on rows like those of the logs of advertisements: 13 columns of counts and 26 of texts of up to a
// million kinds, hashed to 2¹⁸ features, and one binary problem.
type hashed struct {
	rows  int
	named string
	full  bool
	limit time.Duration
}

var hashedWork = []hashed{{rows: 1_000_000, named: "10⁶"},
	{rows: 20_000_000, named: "2·10⁷", full: true, limit: 4 * time.Hour}}

// lossTimes is the mean logarithmic loss of the test rows over the peer's.
const lossTimes = "loss of the test rows over the peer's"

func hashedRows() []row {
	return lists.Map(hashedWork, func(w hashed) row {
		const bytes, values, passes = 265, 39, 3 // of a row, and passes over its values: counts, steps, and the objective
		n := float64(w.rows)
		return row{group: "readers", work: fmt.Sprintf("hashed, %s rows, adagrad, file to tables", w.named), full: w.full,
			limit: w.limit, need: roofline.Text(bytes*n, values*n).Plus(roofline.SparsePasses(0.9*n*values, 1, passes)),
			targets: []target{ratio(0.1, 1), small(processorTimes, 10, 1), small(lossTimes, 1, 0.98)},
			hold:    func(s setting) (line, error) { return s.holdHashed(w) }}
	})
}

const hashedExperiment = `experiment "hashed" { seed = 1 }

dataset "data" {
  file      = %q
  target    = "class"
  test_rows = %d
  memory    = "64GiB"
  types     = { %s }
}

encoder "hashing" "hashed" { buckets = 262144 }
learner "logreg" "learner" {
  solver   = "adagrad"
  max_iter = 1
}
reduction "one_vs_rest" "reduction" {}
validation { method = "predefined" }
metric "log_loss" {}
`

// holdHashed lets Vowpal Wabbit, in one pass, and bench do the work in turns: the whole process of bench, from the
// command to the tables, and of the peer reading, training and predicting without what it imports.
func (s setting) holdHashed(w hashed) (line, error) {
	path := filepath.Join(s.data(), "adverts"+strconv.Itoa(w.rows)+".csv")
	if _, err := os.Stat(path); err != nil {
		if err := errors.Join(os.MkdirAll(s.data(), 0o755), passThrough(s.command("go", "run", "./test/growth",
			"-rows", strconv.Itoa(w.rows), "-shape", "adverts", "-write", path))); err != nil {
			return line{}, err
		}
	}
	l, test := line{peer: "Vowpal Wabbit"}, w.rows/10
	for range s.runs {
		var theirs outcome
		err := answer(s.command(s.python, "test/peers/programs/hashed_peer.py", path, strconv.Itoa(test), "1"), &theirs)
		if err != nil {
			return l, err
		}
		ours, err := s.hashedByBench(fmt.Sprintf(hashedExperiment, path, test, advertTypes()))
		if err != nil {
			return l, err
		}
		fmt.Printf("hashed, %s rows: Vowpal Wabbit %.1f s, %.1f s of processors, loss %.5f; bench %.1f s, %.1f s, %.5f\n",
			w.named, theirs.Seconds, theirs.CPU, theirs.Objective, ours.Seconds, ours.CPU, ours.Objective)
		l.theirs, l.ours = append(l.theirs, theirs), append(l.ours, ours)
	}
	l.measured = map[string]float64{processorTimes: l.ours[0].CPU / l.theirs[0].CPU,
		lossTimes: l.ours[0].Objective / l.theirs[0].Objective}
	return l, nil
}

// hashedByBench runs an experiment of one cell, whose objective is the metric.
func (s setting) hashedByBench(text string) (o outcome, err error) {
	dir, err := os.MkdirTemp(s.work, "run")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(dir)
	file, results := filepath.Join(dir, "hashed.hcl"), filepath.Join(dir, "results")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return o, err
	}
	used, err := observe(s.bench("run", file, "-out", results, "-workers", strconv.Itoa(s.workers)), false)
	if err != nil {
		return o, err
	}
	o.Seconds, o.CPU = used.seconds, used.processor
	o.Objective, err = number(filepath.Join(results, "scores.csv"), "value")
	return o, err
}

// advertTypes says that the columns C1, C2, … hold texts.
func advertTypes() (types string) {
	for j := range 26 {
		types += fmt.Sprintf("C%d = \"categorical\", ", j+1)
	}
	return types
}
