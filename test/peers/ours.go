package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/test/peers/roofline"
)

const experiment = `experiment "peers" { seed = 1 }

dataset "data" {
  file      = %q
  test_file = %q
  %s
}

encoder "none" "none" {}
learner %q "learner" {
  %s
}
%s
validation { method = "predefined" }
metric "accuracy" {}
`

// text is the experiment of a contest.
func (c contest) text(part func(name string) string) string {
	target := `target = "class"`
	if c.data == "c" {
		target = ""
	}
	reduction := map[string]string{"ovr": "one_vs_rest", "ovo": "one_vs_one"}[c.reduction]
	if reduction != "" {
		ties := ""
		if c.ties != "" {
			ties = fmt.Sprintf("  ties = %q\n", c.ties)
		}
		reduction = fmt.Sprintf("reduction %q \"reduction\" {\n%s  %s\n}", reduction, ties, c.decoders)
	}
	return fmt.Sprintf(experiment, part("train"), part("test"), target, c.learner, c.attributes, reduction)
}

// runOurs runs bench on a contest.
func (s setting) runOurs(c contest) (outcome, error) {
	extension := ".csv"
	if c.data == "c" {
		extension = ".svm"
	}
	return s.cell(c.text(func(name string) string { return filepath.Join(s.data(), c.data+"."+name+extension) }), c.memory)
}

// cell runs bench on an experiment whose first cell is what peers do. Its seconds are
// those from the start of the work on the cells (encoding and writing the matrix) to the
// last recorded result; its processor time is that of bench and its plugins, from the
// command to the end.
func (s setting) cell(text string, memory bool) (outcome, error) {
	var o outcome
	dir, err := os.MkdirTemp(s.work, "run")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "peers.hcl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return o, err
	}
	results := filepath.Join(dir, "results")
	used, err := observe(s.bench("run", file, "-out", results, "-workers", strconv.Itoa(s.workers)), memory)
	if err != nil {
		return o, err
	}
	o.CPU, o.largest, o.together = used.processor, used.largest, used.together
	if o.Seconds, err = workSeconds(results); err != nil {
		return o, err
	}
	if o.Objective, err = number(filepath.Join(results, "cells.csv"), "objective"); err != nil {
		return o, err
	}
	if o.predictions, err = predictions(filepath.Join(results, "predictions.csv.gz")); err != nil {
		return o, err
	}
	o.Accuracy, err = number(filepath.Join(results, "scores.csv"), "value")
	return o, err
}

// predictions reads the classes that the first cell of a run predicted.
func predictions(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	lines, err := csv.NewReader(z).ReadAll()
	if err != nil {
		return nil, err
	}
	column, cell := slices.Index(lines[0], "prediction"), slices.Index(lines[0], "reduction")
	var list []string
	for _, l := range lines[1:] {
		if l[cell] == lines[1][cell] {
			list = append(list, l[column])
		}
	}
	return list, nil
}

func (s setting) bench(args ...string) *exec.Cmd {
	return s.command(filepath.Join(s.bin, "bench"), args...)
}

// workSeconds reads from the journals of a folder how long the work took.
func workSeconds(results string) (float64, error) {
	journals, err := filepath.Glob(filepath.Join(results, "journal", "*.jsonl"))
	if err != nil {
		return 0, err
	}
	var first, last time.Time
	for _, path := range journals {
		content, err := os.ReadFile(path)
		if err != nil {
			return 0, err
		}
		for l := range bytes.Lines(content) {
			var r struct {
				Kind string    `json:"kind"`
				Time time.Time `json:"time"`
			}
			_, body, _ := bytes.Cut(l, []byte{' '})
			if err := json.Unmarshal(body, &r); err != nil {
				return 0, err
			}
			if r.Kind == "start" && (first.IsZero() || r.Time.Before(first)) {
				first = r.Time
			}
			if r.Kind == "result" && r.Time.After(last) {
				last = r.Time
			}
		}
	}
	if first.IsZero() || last.IsZero() {
		return 0, errors.New("the journals hold no work")
	}
	return last.Sub(first).Seconds(), nil
}

// number reads a column of the first line of a CSV file; NaN is 0.
func number(path, column string) (float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	names, err := r.Read()
	if err != nil {
		return 0, err
	}
	values, err := r.Read()
	if err != nil {
		return 0, err
	}
	for i, name := range names {
		if name != column {
			continue
		}
		if values[i] == "NaN" {
			return 0, nil
		}
		return strconv.ParseFloat(values[i], 64)
	}
	return 0, fmt.Errorf("%s has no column %s", path, column)
}

// wholeRows are the rows that are more than one cell.
func wholeRows() []row {
	return []row{
		{group: "discriminants", work: "digits, 10 folds, three reductions, lda", targets: []target{ratio(20, 50)},
			need: digitsLDA(),
			hold: func(s setting) (line, error) { return s.holdFolds("lda") }},
		{group: "whole", work: "digits, whole",
			targets: []target{ratio(3, 30, 100), small(frameworkShare, 0.3, 0.05, 0.03), small(idleShare, 0.5, 0.1)},
			need:    digitsNeeds(), hold: setting.holdDigits},
		// bench must not cost more than 1.1 times the seconds; what trees need is left open.
		{group: "whole", work: "digits, forest through the pack", targets: []target{ratio(1/1.1, 1)},
			hold: setting.holdForest},
	}
}

// The shape of digits, its columns under one-vs-rest, one-vs-one and the dense code.
const digitsRows, digitsColumns, digitsClasses, digitsCode = 1797, 64, 10, 34

// digitsLDA is what ten folds need: the scatter of each class in each fold once, and the
// factorisation of each problem that is not a sum of others.
func digitsLDA() roofline.Work {
	fold := roofline.Factorisations(digitsColumns, 1+pairs(digitsClasses)+digitsCode).
		Plus(roofline.Scores(digitsRows/10, digitsColumns, digitsClasses+pairs(digitsClasses)+digitsCode))
	return roofline.Scatter(digitsRows, digitsColumns).Plus(fold.Times(10))
}

// digitsNeeds adds two learners with passes over the rows, which the dense code uses all.
func digitsNeeds() roofline.Work {
	rows := digitsRows * 9.0 / 10
	fold := roofline.Passes(rows, digitsColumns, digitsClasses+digitsCode, logregPassesA).
		Plus(roofline.Pairs(rows, digitsColumns, digitsClasses, logregPassesA))
	return digitsLDA().Plus(fold.Times(2 * 10))
}

// holdFolds compares ten folds of a learner on digits under three reductions, from
// the start of the work to the last result.
func (s setting) holdFolds(learner string) (line, error) {
	l := line{peer: "scikit-learn script"}
	dir, err := os.MkdirTemp(s.work, "run")
	if err != nil {
		return l, err
	}
	defer os.RemoveAll(dir)
	whole, err := os.ReadFile("experiments/digits.hcl")
	if err != nil {
		return l, err
	}
	digits, err := filepath.Abs("experiments/data/digits.csv.gz")
	if err != nil {
		return l, err
	}
	text := strings.Replace(string(whole), "data/digits.csv.gz", digits, 1)
	text += fmt.Sprintf("\ngrid %q { learners = [learner.%s] }\n", learner, learner)
	file := filepath.Join(dir, learner+".hcl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return l, err
	}
	for i := range s.runs {
		var theirs outcome
		if err := answer(s.command(s.python, "test/peers/programs/digits_sklearn.py", digits, strconv.Itoa(s.workers),
			learner), &theirs); err != nil {
			return l, err
		}
		results := filepath.Join(dir, strconv.Itoa(i))
		if _, err := observe(s.bench("run", file, "-out", results, "-workers", strconv.Itoa(s.workers)), false); err != nil {
			return l, err
		}
		ours, err := workSeconds(results)
		if err != nil {
			return l, err
		}
		l.theirs, l.ours = append(l.theirs, theirs), append(l.ours, outcome{Seconds: ours})
	}
	return l, nil
}

// holdDigits compares whole processes: experiments/digits.hcl from command to
// tables, and a script that computes the same grid.
func (s setting) holdDigits() (line, error) {
	return s.holdProcesses("experiments/digits.hcl", s.python, "test/peers/programs/digits_sklearn.py",
		"experiments/data/digits.csv.gz", strconv.Itoa(s.workers))
}

// holdForest compares whole processes of the same forests: forest.hcl through the pack
// sklearn, and a script with the interpreter of the pack.
func (s setting) holdForest() (line, error) {
	s.runs = min(s.runs, 1)
	return s.holdProcesses("test/peers/programs/forest.hcl", filepath.Join(s.bin, "plugins/sklearn/venv/bin/python"),
		"test/peers/programs/forest_sklearn.py", "experiments/data/digits.csv.gz", strconv.Itoa(s.workers), "100")
}

// holdProcesses lets a script and bench with an experiment run in turns, from the
// command to the end. The shares are the medians of the turns.
func (s setting) holdProcesses(experiment string, script ...string) (line, error) {
	l := line{peer: "scikit-learn script, " + counted(s.workers, "job")}
	var framework, idle []float64
	for range s.runs {
		theirs, err := observe(s.command(script[0], script[1:]...), false)
		if err != nil {
			return l, err
		}
		dir, err := os.MkdirTemp(s.work, "run")
		if err != nil {
			return l, err
		}
		ours, err := observe(s.bench("run", experiment, "-out", dir, "-workers", strconv.Itoa(s.workers)), false)
		os.RemoveAll(dir)
		if err != nil {
			return l, err
		}
		l.theirs, l.ours = append(l.theirs, outcome{Seconds: theirs.seconds}), append(l.ours, outcome{Seconds: ours.seconds})
		framework, idle = append(framework, ours.own/ours.processor), append(idle, ours.idle(s.workers))
	}
	l.measured = map[string]float64{frameworkShare: median(framework), idleShare: median(idle)}
	return l, nil
}
