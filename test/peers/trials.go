package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/figures"
)

// passesOf counts passes.
func passesOf(n int) string {
	if n == 1 {
		return "1 pass"
	}
	return fmt.Sprintf("%d passes", n)
}

// trialsFile is where trials are kept beside the figures.
const trialsFile = "trees.csv"

// holdTrees lets each setting of the other programs and then each of bench do the work once, with one thread, and
// keeps what all of them took.
func (s setting) holdTrees(w treeWork) (line, error) {
	s.workers = 1
	path := func(part string) string { return filepath.Join(s.data(), w.data+"."+part) }
	if err := s.makeTrees(w, path); err != nil {
		return line{}, err
	}
	var own, theirs []figures.Trial
	for _, p := range w.peers {
		t, err := s.peerTrial(w, p, path)
		if err != nil {
			return line{}, err
		}
		theirs = append(theirs, s.noted(w, t))
	}
	for i, o := range w.ours {
		t, err := s.ownTrial(w, o, path)
		if err != nil && (i == 0 || s.ctx.Err() != nil) {
			return line{}, err
		}
		if err != nil { // what else bench could do, and cannot
			fmt.Println("  bench,", o.settings, "failed:", err)
			t = figures.NotEnded(t)
		}
		own = append(own, s.noted(w, t))
	}
	file := filepath.Join(s.work, trialsFile)
	list, err := figures.ReadTrials(file)
	if err != nil {
		return line{}, err
	}
	if err := figures.WriteTrials(file, figures.MergeTrials(list, slices.Concat(own, theirs), w.work)); err != nil {
		return line{}, err
	}
	return w.compare(own, theirs), nil
}

// noted prints a trial and completes it.
func (s setting) noted(w treeWork, t figures.Trial) figures.Trial {
	t.Work, t.CPU, t.Date = w.work, s.cpu, s.date
	fmt.Printf("  %s, %s: training %.3g s, testing %.3g s, processor %.3g s, %.4g MiB; precision %.4g, cost %.4g\n",
		t.Program, t.Settings, t.Train, t.Test, t.Processor, t.MiB, t.Precision, t.Cost)
	return t
}

// makeTrees makes the files of work that are not there: for bench, and from them for the others.
func (s setting) makeTrees(w treeWork, path func(string) string) error {
	train, test := path("train.svm"), path("test.svm")
	if err := os.MkdirAll(s.data(), 0o755); err != nil {
		return err
	}
	if _, err := os.Stat(test); err != nil {
		if err := w.write(s, func(part string) string { return path(part + ".svm") }); err != nil {
			return err
		}
	}
	if _, err := os.Stat(path("test.vw")); err == nil {
		return nil
	}
	return passThrough(s.command(s.trees, "test/peers/programs/trees_data.py", strconv.Itoa(w.features),
		strconv.Itoa(w.labels), train, test))
}

// oneThread keeps libraries of the other programs from more.
var oneThread = []string{"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "NUMBA_NUM_THREADS=1"}

// peerTrial runs a program once. One that does not end in its time is a trial without numbers.
func (s setting) peerTrial(w treeWork, p peerTrial, path func(string) string) (figures.Trial, error) {
	t := figures.Trial{Program: p.program, Settings: p.settings}
	out := filepath.Join(s.work, "trial.json")
	defer os.Remove(out)
	ctx, cancel := context.WithTimeout(s.ctx, cmp.Or(w.patience, 3*time.Minute))
	defer cancel()
	costs := ""
	if w.costs {
		costs = "costs"
	}
	c := commandUntil(ctx, s.trees, "test/peers/programs/trees_peer.py", p.program, p.arguments, path("train"),
		path("test"), out, costs)
	c.Env = append(os.Environ(), oneThread...)
	load := loadNow()
	used, err := observe(c, true)
	if ctx.Err() != nil && s.ctx.Err() == nil {
		return figures.NotEnded(t), nil
	}
	if err != nil {
		return t, err
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return t, err
	}
	var answer struct {
		Train, Test, CPU, Cost float64
		Precision              [3]float64
		Version                string
	}
	answer.Cost = math.NaN()
	if err := json.Unmarshal(text, &answer); err != nil {
		return t, err
	}
	t.Train, t.Test, t.Processor, t.Cost = answer.Train, answer.Test, answer.CPU, answer.Cost
	t.Precision, t.Version, t.MiB, t.Load = answer.Precision, answer.Version, used.most(), load
	if w.classes {
		t.Precision[1], t.Precision[2] = math.NaN(), math.NaN()
	}
	return t, nil
}

// most are the MiB of all processes together, at least those of the largest one: a short run is hardly looked at.
func (u usage) most() float64 { return max(u.together, u.largest) / (1 << 20) }

// loadNow is the load of the machine during the last minute, NaN where the system does not say.
func loadNow() float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return math.NaN()
	}
	return load
}

const treesExperiment = `experiment "trees" { seed = 1 }

dataset "data" {
  file      = %q
  test_file = %q
%s}

encoder "none" "none" {}
learner %s
reduction %s
validation { method = "predefined" }
%s`

// text is the experiment of one of bench's settings.
func (w treeWork) text(o ownTrial, path func(string) string) string {
	data, metrics, reduction := "", "", o.reduction
	for _, k := range []int{1, 3, 5} {
		metrics += fmt.Sprintf("metric \"precision_at_k\" \"p%d\" { k = %d }\n", k, k)
	}
	if w.classes {
		data, metrics = "  types = { label = \"categorical\" }\n", "metric \"accuracy\" \"p1\" {}\n"
	}
	if w.costs {
		costs := w.matrix()
		data, metrics = data+costs, metrics+"metric \"cost\" \"cost\" {}\n"
		reduction = strings.Replace(reduction, "{}", "{\n"+costs+"}", 1)
	}
	return fmt.Sprintf(treesExperiment, path("train.svm"), path("test.svm"), data, o.learner, reduction, metrics)
}

// matrix are costs by how far classes are apart, as trees_peer.py has them.
func (w treeWork) matrix() string {
	var b strings.Builder
	b.WriteString("  costs = {\n")
	for i := range w.labels {
		entries := lists.Map(lists.Range(w.labels), func(j int) string {
			return fmt.Sprintf("\"%d\" = %g", j, math.Abs(float64(i-j))/float64(w.labels-1))
		})
		fmt.Fprintf(&b, "    \"%d\" = { %s }\n", i, strings.Join(entries, ", "))
	}
	return b.String() + "  }\n"
}

// ownTrial runs bench once. Testing is all of the work that is not training: encoding, scoring, decoding, recording.
func (s setting) ownTrial(w treeWork, o ownTrial, path func(string) string) (figures.Trial, error) {
	t := figures.Trial{Program: "bench", Settings: o.settings, Cost: math.NaN(), Load: loadNow()}
	dir, err := os.MkdirTemp(s.work, "run")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(dir)
	file, results := filepath.Join(dir, "trees.hcl"), filepath.Join(dir, "results")
	if err := os.WriteFile(file, []byte(w.text(o, path)), 0o644); err != nil {
		return t, err
	}
	used, err := observe(s.bench("run", file, "-out", results, "-workers", "1"), true)
	if err != nil {
		return t, err
	}
	work, err := workSeconds(results)
	if err != nil {
		return t, err
	}
	training, err := number(filepath.Join(results, "cells.csv"), "train_seconds")
	if err != nil {
		return t, err
	}
	scores, err := valuesOf(filepath.Join(results, "scores.csv"))
	if err != nil {
		return t, err
	}
	t.Train, t.Test, t.Processor, t.MiB = training, work-training, used.processor, used.most()
	t.Precision = [3]float64{scores("p1"), scores("p3"), scores("p5")}
	t.Cost = scores("cost")
	return t, nil
}

// valuesOf reads the scores of the only cell of a run, by metric; NaN is one that it does not have.
func valuesOf(path string) (func(metric string) float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	metric, value := slices.Index(lines[0], "metric"), slices.Index(lines[0], "value")
	if metric < 0 || value < 0 {
		return nil, errors.New(path + " has no columns metric and value")
	}
	values := map[string]float64{}
	for _, l := range lines[1:] {
		if values[l[metric]], err = strconv.ParseFloat(l[value], 64); err != nil {
			return nil, fmt.Errorf("%s: %s is %q, not a number", path, l[metric], l[value])
		}
	}
	return func(metric string) float64 {
		if v, ok := values[metric]; ok {
			return v
		}
		return math.NaN()
	}, nil
}
