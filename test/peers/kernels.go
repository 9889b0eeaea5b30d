package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// kernels is a set on which kernel machines are trained over folds: under one-vs-rest,
// one-vs-one and a dense code, with their defaults or over a grid.
type kernels struct {
	data, target string // in experiments/data; a number in a file without header
	leave        string // attributes of the dataset block that the target does not say
	folds        int
	grid         bool
	floor        float64
}

var kernelsWork = []kernels{
	{"digits", "64", "header = false", 10, false, 3},
	{"satellite", "classes", `drop = ["split"]`, 10, false, 3},
	{"dna", "Class", `drop = ["split"]`, 10, false, 3},
	{"digits", "64", "header = false", 3, true, 3},
}

func (k kernels) name() string {
	name := fmt.Sprintf("%s, %d folds, three reductions, kernel_svm", k.data, k.folds)
	if k.grid {
		name += ", 5 × 5"
	}
	return name
}

const kernelsExperiment = `experiment "kernels" { seed = 1 }

dataset "data" {
  file   = %q
  target = %q
  %s
}

encoder "one_hot" "standard" {}
learner "kernel_svm" "svm" {%s}

reduction "one_vs_one" "ovo" {}
reduction "one_vs_rest" "ova" {}
reduction "ecoc" "dense" {
  code = "dense_random"
}

validation { folds = %d }
metric "accuracy" {}
`

const kernelsGrid = `
  gamma = grid(0.0009765625, 0.00390625, 0.015625, 0.0625, 0.25)
  C     = grid(0.25, 1, 4, 16, 64)
`

func (s setting) kernelsWholes() []whole {
	var list []whole
	for _, k := range kernelsWork {
		list = append(list, whole{k.name(), func() (line, error) { return s.holdKernels(k) }})
	}
	return list
}

// holdKernels lets scikit-learn, plain or patched by scikit-learn-intelex, whichever is
// faster in the first turn, and bench do the work in turns, from its start to the last
// result.
func (s setting) holdKernels(k kernels) (line, error) {
	file, err := filepath.Abs(filepath.Join("experiments/data", k.data+".csv.gz"))
	if err != nil {
		return line{}, err
	}
	dir, err := os.MkdirTemp(s.work, "run")
	if err != nil {
		return line{}, err
	}
	defer os.RemoveAll(dir)
	attributes, what := "", "one"
	if k.grid {
		attributes, what = kernelsGrid, "grid"
	}
	experiment := filepath.Join(dir, "kernels.hcl")
	text := fmt.Sprintf(kernelsExperiment, file, k.target, k.leave, attributes, k.folds)
	if err := os.WriteFile(experiment, []byte(text), 0o644); err != nil {
		return line{}, err
	}
	arguments := []string{"test/peers/programs/kernels_sklearn.py", file, k.target, strconv.Itoa(k.folds), strconv.Itoa(s.workers),
		what}
	ways := map[string][]string{"sklearn": arguments, "intelex": append([]string{"-m", "sklearnex"}, arguments...)}
	l := line{contest: k.name(), floor: k.floor}
	for i := range s.runs {
		best, faster := outcome{Seconds: math.Inf(1)}, ""
		for _, way := range []string{"sklearn", "intelex"} {
			if l.peer != "" && l.peer != way+" SVC" {
				continue
			}
			var o outcome
			if err := answer(exec.Command(s.python, ways[way]...), &o); err != nil {
				return l, err
			}
			if o.Seconds < best.Seconds {
				best, faster = o, way+" SVC"
			}
		}
		l.peer = faster
		ours, err := s.kernelsTurn(experiment, filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			return l, err
		}
		l.theirs, l.ours = append(l.theirs, best), append(l.ours, ours)
	}
	return l, nil
}

// kernelsTurn runs the experiment into a folder.
func (s setting) kernelsTurn(experiment, results string) (outcome, error) {
	if text, err := s.bench("run", experiment, "-out", results, "-workers",
		strconv.Itoa(s.workers)).CombinedOutput(); err != nil {
		return outcome{}, fmt.Errorf("bench: %w\n%s", err, text)
	}
	seconds, err := workSeconds(results)
	if err != nil {
		return outcome{}, err
	}
	accuracy, err := meanAccuracy(filepath.Join(results, "summary.csv"))
	return outcome{Seconds: seconds, Accuracy: accuracy}, err
}

// meanAccuracy averages the means of summary.csv, which has no other metric.
func meanAccuracy(path string) (float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return 0, err
	}
	column, sum := slices.Index(lines[0], "mean"), 0.0
	for _, l := range lines[1:] {
		v, err := strconv.ParseFloat(l[column], 64)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum / float64(len(lines)-1), nil
}
