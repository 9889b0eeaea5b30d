package report

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run go test -update and look at the difference\n%s", path, got)
	}
}

// fixture is a small experiment with every status: two datasets (one with a
// declared class that never occurs, one with labels that need quoting), two
// learners, two reductions, three folds.
func fixture() Input {
	p := &plan.Plan{
		Experiment: "fixture",
		Datasets: []plan.Dataset{
			{Name: "iris", Classes: []string{"setosa", "versicolor", "a|b, c"}, ClassCounts: []int{50, 50, 50}},
			{Name: "glass", Classes: []string{"1", "4", "7"}, ClassCounts: []int{70, 0, 29}},
		},
		Metrics: []metric.Spec{
			{Name: "accuracy", Type: "accuracy", Config: contract.NewConfig(nil)},
			{Name: "log_loss", Type: "log_loss", Config: contract.NewConfig(nil)},
			{Name: "recall(average=none)", Type: "recall", Config: contract.NewConfig(map[string]any{"average": "none"})},
		},
	}
	for _, d := range p.Datasets {
		for fold := range 3 {
			for _, learner := range []string{"lr[C=0.1,tol=1]", "svm"} {
				for _, reduction := range []string{"ova", "ovo"} {
					p.Cells = append(p.Cells, plan.Cell{Dataset: d.Name, Encoder: "one_hot", Learner: learner, Reduction: reduction,
						Fold: fold, Problems: 3, NoProbabilities: reduction == "ovo"})
				}
			}
		}
	}
	in := Input{Plan: p}
	for i := range p.Cells {
		in.Cells = append(in.Cells, cellResult(&p.Cells[i], i))
	}
	return in
}

// cellResult invents the outcome of cell number i.
func cellResult(c *plan.Cell, i int) CellResult {
	if c.Dataset == "glass" && c.Learner == "svm" && c.Reduction == "ovo" {
		c.Skipped = "learner svm is not for it"
		return CellResult{Cell: *c}
	}
	objective := float64(i) / 4
	r := &store.Result{Status: store.OK, TrainRows: 100, TestRows: 20, BinaryProblems: 3, TrainSeconds: 0.25, PredictSeconds: 0.001,
		PeakRSSBytes: 1 << 20, Objective: &objective}
	if c.Learner == "svm" {
		r.Objective, r.Unconverged = nil, 1
	}
	out := CellResult{Cell: *c, Result: r, Predictions: func() (store.Predictions, error) { return invent(*c, i), nil }}
	failure := map[string]store.Status{
		"glass lr[C=0.1,tol=1] ovo 1": store.Failed, "glass svm ova 0": store.Timeout, "glass svm ova 1": store.OutOfMemory,
	}
	if status := failure[fmt.Sprintf("%s %s %s %d", c.Dataset, c.Learner, c.Reduction, c.Fold)]; status != "" {
		*r = store.Result{Status: status, Error: "plugin \"svm\" said:\nno, never"}
		out.Predictions = func() (store.Predictions, error) { panic("predictions of a cell without any") }
	}
	if c.Dataset == "glass" && c.Learner == "svm" && c.Fold == 2 {
		return CellResult{Cell: *c}
	}
	return out
}

// invent makes predictions that are right more often for lr than for svm.
func invent(c plan.Cell, i int) store.Predictions {
	rng := rand.New(rand.NewPCG(1, uint64(i)))
	k := map[string]int{"iris": 3, "glass": 2}[c.Dataset]
	right := map[bool]float64{true: 0.95, false: 0.5}[c.Learner != "svm"]
	p := store.Predictions{Classes: k}
	for row := range 20 {
		truth := row % k
		predicted := truth
		if rng.Float64() > right {
			predicted = rng.IntN(k)
		}
		p.Rows = append(p.Rows, 3*row+c.Fold)
		p.Truth = append(p.Truth, truth)
		p.Predicted = append(p.Predicted, predicted)
		for class := range k {
			score, probability := -0.5, 0.25/float64(k-1)
			if class == predicted {
				score, probability = rng.Float64(), 0.75
			}
			p.Scores = append(p.Scores, score)
			if !c.NoProbabilities {
				p.Probabilities = append(p.Probabilities, probability)
			}
		}
	}
	return p
}

func mustScore(t *testing.T, in Input) []Row {
	t.Helper()
	rows, err := Score(in)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func render(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFiles(t *testing.T) {
	in := fixture()
	dir := t.TempDir()
	s, err := WriteAll(dir, in)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Summary{OK: 17, Failed: 1, Timeout: 1, OutOfMemory: 1, Skipped: 3, NotRun: 1}); s.OK != want.OK || s.Failed != want.Failed ||
		s.Timeout != want.Timeout || s.OutOfMemory != want.OutOfMemory || s.Skipped != want.Skipped || s.NotRun != want.NotRun {
		t.Errorf("summary %+v", s)
	}
	for _, name := range []string{"scores.csv", "cells.csv", "summary.csv", "tables/accuracy.md", "tables/log_loss.md", "tables/recall_average_none.md"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		golden(t, strings.ReplaceAll(name, "/", "_"), b)
	}
	f, err := os.Open(filepath.Join(dir, "predictions.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if direct := render(t, func(w io.Writer) error { return WritePredictions(w, in, nil) }); !bytes.Equal(b, direct) {
		t.Error("predictions.csv.gz differs from WritePredictions")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".writing-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSameBytesTwice(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		if _, err := WriteAll(dir, fixture()); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"scores.csv", "cells.csv", "summary.csv", "predictions.csv.gz", "tables/accuracy.md"} {
		a, _ := os.ReadFile(filepath.Join(one, name))
		b, _ := os.ReadFile(filepath.Join(two, name))
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestPredictions(t *testing.T) {
	in := fixture()
	one := func(c plan.Cell) bool { return c.Fold == 0 && c.Learner != "svm" }
	b := render(t, func(w io.Writer) error { return WritePredictions(w, in, one) })
	golden(t, "predictions.csv", b)
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines[0][6:], ";"); got != "row;truth;prediction;score:1;score:7;score:a|b, c;score:setosa;score:versicolor;p:1;p:7;p:a|b, c;p:setosa;p:versicolor" {
		t.Errorf("columns %s", got)
	}
	if len(lines) != 1+4*20 {
		t.Errorf("%d lines", len(lines))
	}
	glass := func(c plan.Cell) bool { return c.Dataset == "glass" && one(c) }
	b = render(t, func(w io.Writer) error { return WritePredictions(w, in, glass) })
	if header, _, _ := strings.Cut(string(b), "\n"); !strings.HasSuffix(header, "prediction,score:1,score:7,p:1,p:7") {
		t.Errorf("columns of glass alone: %s", header)
	}
}

func TestScoreStatuses(t *testing.T) {
	counts := map[string]int{}
	for _, r := range mustScore(t, fixture()) {
		counts[r.Metric+" "+string(r.Status)]++
		if (r.Status == store.OK) == math.IsNaN(r.Value) {
			t.Errorf("%s %s: value %v with status %s", describe(r.Cell), r.Metric, r.Value, r.Status)
		}
	}
	for key, want := range map[string]int{"accuracy ok": 17, "accuracy failed": 1, "accuracy skipped": 3,
		"log_loss ok": 9, "log_loss skipped": 11, "log_loss timeout": 1, "recall[7] ok": 5} {
		if counts[key] != want {
			t.Errorf("%s: %d, want %d", key, counts[key], want)
		}
	}
}

func TestUndefinedScore(t *testing.T) {
	in := fixture()
	in.Cells = in.Cells[:1]
	in.Cells[0].Predictions = func() (store.Predictions, error) { return store.Predictions{Classes: 3}, nil }
	for _, r := range mustScore(t, in) {
		if r.Status != Undefined && r.Metric != "log_loss" {
			t.Errorf("%s of no rows has status %s", r.Metric, r.Status)
		}
	}
}

func TestScoreRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Input)
		says  string
	}{
		"unreadable": {func(in *Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) { return store.Predictions{}, errors.New("disk on fire") }
		}, "iris/one_hot/lr[C=0.1,tol=1]/ova repeat 0 fold 0: reading predictions: disk on fire"},
		"class count": {func(in *Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) { return store.Predictions{Classes: 7}, nil }
		}, "for 7 classes, the dataset has 3"},
		"shape": {func(in *Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) {
				return store.Predictions{Classes: 3, Rows: []int{1}, Truth: []int{1}, Predicted: []int{1}}, nil
			}
		}, "0 scores"},
		"class number": {func(in *Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) {
				return store.Predictions{Classes: 3, Rows: []int{8}, Truth: []int{1}, Predicted: []int{3}, Scores: make([]float64, 3)}, nil
			}
		}, "row 8 has truth 1 and prediction 3, classes are 0 to 2"},
		"dataset": {func(in *Input) { in.Cells[0].Cell.Dataset = "moons" }, "no such dataset"},
		"metric":  {func(in *Input) { in.Plan.Metrics[0].Type = "luck" }, `unknown type "luck"`},
	} {
		in := fixture()
		c.spoil(&in)
		if _, err := Score(in); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSummaryCountsEveryCell(t *testing.T) {
	in := fixture()
	for _, g := range Summarize(in.Plan, mustScore(t, in)) {
		if g.N+g.Undefined != 3 {
			t.Errorf("%+v: not 3 cells", g)
		}
		if (g.N == 0) != math.IsNaN(g.Mean) || (g.N < 2) != math.IsNaN(g.SD) {
			t.Errorf("%+v: mean and sd do not fit n", g)
		}
	}
}

func TestFileNames(t *testing.T) {
	names := fileNames{}
	var got []string
	for _, name := range []string{"accuracy", "f1(average=macro)", "../../etc", "Accuracy", "accuracy", "±", ""} {
		got = append(got, names.next(name))
	}
	want := []string{"accuracy", "f1_average_macro", "etc", "Accuracy_2", "accuracy_3", "table", "table_2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0.1: "0.1", math.Copysign(0, -1): "0", 1e-5: "1e-05", 2.0 / 3: "0.6666666666666666",
		math.Inf(1): "+Inf", 3: "3"} {
		if got := string(appendNumber(nil, v)); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
	if got := string(appendNumber(nil, math.NaN())); got != "NaN" {
		t.Errorf("NaN is written %s", got)
	}
	if got := fixed(-1e-9); got != "0.0000" {
		t.Errorf("−1e-9 is shown %s", got)
	}
}

func BenchmarkPredictions(b *testing.B) {
	in := fixture()
	for b.Loop() {
		if err := WritePredictions(io.Discard, in, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// A folder that held the tables of something else holds only ours afterwards.
func TestOldTablesGo(t *testing.T) {
	dir := t.TempDir()
	stale := filepath.Join(dir, "tables", "old.md")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := WriteAll(dir, fixture())
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "tables"))
	if err != nil || len(entries) != len(s.Tables) {
		t.Errorf("%d files for %d tables, %v", len(entries), len(s.Tables), err)
	}
}
