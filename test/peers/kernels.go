package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/roofline"
)

// kernels is a set on which kernel machines are trained over folds: under one-vs-rest,
// one-vs-one and a dense code, with their defaults or over a grid.
type kernels struct {
	data, target string // in experiments/data; a number in a file without header
	leave        string // attributes of the dataset block that the target does not say
	folds        int
	grid         bool
	need         roofline.Work
	targets      []target
}

var kernelsWork = []kernels{
	{"digits", "64", "header = false", 10, false, kernelFolds(1797, 64), []target{ratio(3, 15)}},
	{"satellite", "classes", `drop = ["split"]`, 10, false, kernelFolds(6435, 36), []target{ratio(3, 10)}},
	{"dna", "Class", `drop = ["split"]`, 10, false, kernelFolds(3186, 180), []target{ratio(3, 15)}},
	{"digits", "64", "header = false", 3, true, kernelFolds(1797, 64).Times(5), []target{ratio(3, 10)}},
}

// kernelFolds needs the kernel of all rows once, which folds, codes and C share.
func kernelFolds(rows, columns float64) roofline.Work { return roofline.Kernel(rows, columns) }

func (k kernels) name() string {
	name := fmt.Sprintf("%s, %d folds, three reductions, kernel_svm", k.data, k.folds)
	if k.grid {
		name += ", 5 × 5"
	}
	return name
}

func kernelsRows() []row {
	return lists.Map(kernelsWork, func(k kernels) row {
		return row{group: "kernels", work: k.name(), targets: k.targets, need: k.need,
			hold: func(s setting) (line, error) { return s.holdKernels(k) }}
	})
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
	arguments := []string{"test/peers/programs/kernels_sklearn.py", file, k.target, strconv.Itoa(k.folds),
		strconv.Itoa(s.workers),
		what}
	ways := map[string][]string{"sklearn": arguments, "intelex": append([]string{"-m", "sklearnex"}, arguments...)}
	runs := s.runs
	if k.grid {
		runs = min(runs, 1)
	}
	var l line
	for i := range runs {
		best, faster := outcome{Seconds: math.Inf(1)}, ""
		for _, way := range []string{"sklearn", "intelex"} {
			if l.peer != "" && l.peer != way+" SVC" {
				continue
			}
			var o outcome
			if err := answer(s.command(s.python, ways[way]...), &o); err != nil {
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
	if _, err := observe(s.bench("run", experiment, "-out", results, "-workers", strconv.Itoa(s.workers)),
		false); err != nil {
		return outcome{}, err
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
