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
reduction %q "reduction" { %s }
validation { method = "predefined" }
metric "accuracy" {}
`

// runOurs runs bench on a contest.
func (s setting) runOurs(c contest) (outcome, error) {
	extension, target := ".csv", `target = "class"`
	if c.data == "c" {
		extension, target = ".svm", ""
	}
	part := func(name string) string { return filepath.Join(s.data(), c.data+"."+name+extension) }
	reduction := map[string]string{"ovr": "one_vs_rest", "ovo": "one_vs_one"}[c.reduction]
	ties := ""
	if c.ties != "" {
		ties = fmt.Sprintf("ties = %q", c.ties)
	}
	return s.cell(fmt.Sprintf(experiment, part("train"), part("test"), target, c.learner, c.attributes, reduction, ties))
}

// cell runs bench on an experiment of one cell. Its seconds are those from the start of
// the work on the cell (encoding and writing the matrix) to its recorded result; its
// processor time is that of bench and its plugins, from the command to the end.
func (s setting) cell(text string) (outcome, error) {
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
	command := s.bench("run", file, "-out", results, "-workers", strconv.Itoa(s.workers))
	if text, err := command.CombinedOutput(); err != nil {
		return o, fmt.Errorf("bench: %w\n%s", err, text)
	}
	o.CPU = (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
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

// predictions reads the predicted classes of a run of one cell.
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
	column := slices.Index(lines[0], "prediction")
	var list []string
	for _, l := range lines[1:] {
		list = append(list, l[column])
	}
	return list, nil
}

func (s setting) bench(args ...string) *exec.Cmd {
	return exec.Command(filepath.Join(s.bin, "bench"), args...)
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

// holdFolds compares ten folds of a learner on digits under three reductions, from
// the start of the work to the last result.
func (s setting) holdFolds(learner string, floor float64) (line, error) {
	l := line{contest: "digits, 10 folds, " + learner, peer: "sklearn script", floor: floor}
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
		if err := answer(exec.Command(s.python, "test/peers/programs/digits_sklearn.py", digits, strconv.Itoa(s.workers),
			learner), &theirs); err != nil {
			return l, err
		}
		results := filepath.Join(dir, strconv.Itoa(i))
		if text, err := s.bench("run", file, "-out", results, "-workers",
			strconv.Itoa(s.workers)).CombinedOutput(); err != nil {
			return l, fmt.Errorf("bench: %w\n%s", err, text)
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
	return s.holdProcesses("digits, whole", 3, "experiments/digits.hcl", s.python,
		"test/peers/programs/digits_sklearn.py", "experiments/data/digits.csv.gz", strconv.Itoa(s.workers))
}

// holdForest compares whole processes of the same forests: forest.hcl through the pack
// sklearn, and a script with the interpreter of the pack.
func (s setting) holdForest() (line, error) {
	const dearest = 1.1 // times the peer's seconds
	return s.holdProcesses("digits, forest", 1/dearest, "test/peers/programs/forest.hcl",
		filepath.Join(s.bin, "plugins/sklearn/venv/bin/python"), "test/peers/programs/forest_sklearn.py",
		"experiments/data/digits.csv.gz", strconv.Itoa(s.workers), "100")
}

// holdProcesses lets a script and bench with an experiment run in turns, from the
// command to the end.
func (s setting) holdProcesses(name string, floor float64, experiment string, script ...string) (line, error) {
	l := line{contest: name, peer: "sklearn script", floor: floor}
	for range s.runs {
		theirs, err := timed(exec.Command(script[0], script[1:]...))
		if err != nil {
			return l, err
		}
		dir, err := os.MkdirTemp(s.work, "run")
		if err != nil {
			return l, err
		}
		ours, err := timed(s.bench("run", experiment, "-out", dir, "-workers", strconv.Itoa(s.workers)))
		os.RemoveAll(dir)
		if err != nil {
			return l, err
		}
		l.theirs, l.ours = append(l.theirs, outcome{Seconds: theirs}), append(l.ours, outcome{Seconds: ours})
	}
	return l, nil
}

// timed runs a command to its end and returns the seconds that passed.
func timed(c *exec.Cmd) (float64, error) {
	start := time.Now()
	if text, err := c.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", c, err, text)
	}
	return time.Since(start).Seconds(), nil
}
