package packs

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/sdk/sdktest"
	"github.com/manyclass/bench/test/lengthy"
)

const caretPack = "../../bin/plugins/caret"

// startCaret starts the pack, or skips if it is not set up.
func startCaret(t *testing.T) *host.Process {
	t.Helper()
	needCaret(t)
	pkg, err := host.OpenPackage("caret", caretPack)
	if err != nil {
		t.Fatal(err)
	}
	sockets, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(sockets) })
	p, err := host.Start(t.Context(), pkg, host.Folders{Sockets: sockets, Temporary: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Stop(0) })
	return p
}

func needCaret(t *testing.T) {
	t.Helper()
	lengthy.Test(t, "packs")
	if _, err := os.Stat(filepath.Join(caretPack, "plugin.hcl")); err != nil {
		t.Skip("pack caret is not set up: make pack-caret")
	}
	adapter, err := filepath.Abs("../../bin/bench-adapter")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(host.AdapterVariable, adapter)
}

// TestCaretKeepsItsPromises makes the checks of bench plugin test.
func TestCaretKeepsItsPromises(t *testing.T) {
	needCaret(t)
	content, err := os.ReadFile("../../plugins/caret/conformance.json")
	var configs map[string]map[string]any
	if err := errors.Join(err, json.Unmarshal(content, &configs)); err != nil {
		t.Fatal(err)
	}
	sdktest.Test(t, caretPack, sdktest.Options{Configs: configs})
}

// caretProblem is a problem that the pack and R's own package are given.
type caretProblem struct {
	name   string // ends with the seed
	fold   int
	method string
	task   contract.Task
	column []int8 // of a binary problem, and the targets of a regression

	weighted bool // rows weigh 1, 2, 3, 1, …
}

// line is a line of problems.txt for caret_reference.R.
func (p caretProblem) line(classes int) string {
	words := []string{p.name, strconv.Itoa(p.fold), p.method, string(p.task), strconv.FormatBool(p.weighted)}
	for k := range classes {
		switch {
		case p.task == contract.Multiclass:
			words = append(words, strconv.Itoa(k))
		case p.column[k] == 0:
			words = append(words, ".")
		default:
			words = append(words, strconv.Itoa(int(p.column[k])))
		}
	}
	return strings.Join(words, " ")
}

// configs are those that caret_reference.R trains.
var configs = map[string]map[string]any{
	"lda":       {"method": "lda"},
	"rpart":     {"method": "rpart", "tune": map[string]any{"cp": 0.01}},
	"rf":        {"method": "rf", "tune": map[string]any{"mtry": 2}, "args": map[string]any{"ntree": 100}},
	"svmRadial": {"method": "svmRadial", "tune": map[string]any{"sigma": 0.2, "C": 1}},
	"untuned":   {"method": "rpart"}, // as caret's train() does
}

// problemsOf are the problems of a dataset: on each of three folds one-vs-one and
// one-vs-rest, all classes at once, and numbers. Untuned is on one fold: train() resamples the rows
// 25 times for each problem, in either program.
func problemsOf(classes int) (list []caretProblem) {
	for fold := range 3 {
		for _, method := range []string{"lda", "rpart", "rf", "svmRadial", "untuned"} {
			if method == "untuned" && fold > 0 {
				continue
			}
			add := func(task contract.Task, column []int8) {
				list = append(list, caretProblem{fmt.Sprintf("scores-%d", 100+len(list)), fold, method, task, column, false})
			}
			one, rest, numbers := make([]int8, classes), make([]int8, classes), make([]int8, classes)
			for k := range classes {
				rest[k], numbers[k] = -1, int8(k*k+1)
			}
			one[0], one[1], rest[1] = 1, -1, 1
			add(contract.Binary, one)
			add(contract.Binary, rest)
			add(contract.Multiclass, nil)
			if method != "lda" {
				add(contract.Regression, numbers)
			}
			if method == "rpart" || method == "untuned" { // which takes weights
				add(contract.Binary, rest)
				add(contract.Multiclass, nil)
				list[len(list)-2].weighted, list[len(list)-1].weighted = true, true
			}
		}
	}
	return list
}

// TestCaretEqualsR compares the scores of the pack with those of MASS, rpart,
// randomForest and kernlab, and of caret's train() without tuning values, on the same folds.
func TestCaretEqualsR(t *testing.T) {
	p := startCaret(t)
	for dataset, classes := range map[string]int{"iris": 3, "fgl": 6} {
		dir := t.TempDir()
		list := problemsOf(classes)
		var lines []string
		for _, problem := range list {
			lines = append(lines, problem.line(classes))
		}
		if err := os.WriteFile(filepath.Join(dir, "problems.txt"), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("Rscript", "--vanilla", "testdata/caret_reference.R", dataset, dir).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		rows := newCaretRows(t, dir, classes)
		for _, problem := range list {
			want := numbers(t, filepath.Join(dir, problem.name))
			got := rows.scores(t, p, problem)
			if len(got) != len(want) {
				t.Fatalf("%s %+v: %d scores, want %d", dataset, problem, len(got), len(want))
			}
			for i := range got {
				if math.Abs(got[i]-want[i]) > 1e-12*max(1, math.Abs(want[i])) {
					t.Errorf("%s %+v: score %d is %v, R's own %v", dataset, problem, i, got[i], want[i])
					break
				}
			}
		}
	}
}

// caretRows are the rows of a dataset, in three runs a class.
type caretRows struct {
	dir      string
	features service.Features
	counts   []int // rows of each class
}

func newCaretRows(t *testing.T, dir string, classes int) caretRows {
	t.Helper()
	x := numbers(t, filepath.Join(dir, "X.txt"))
	r := caretRows{dir: dir, counts: make([]int, classes)}
	n := 0
	for _, k := range numbers(t, filepath.Join(dir, "classes.txt")) {
		r.counts[int(k)]++
		n++
	}
	r.features = service.Features{Rows: n, Cols: len(x) / n, Dense: filepath.Join(dir, "X.npy")}
	if err := matrix.WriteFloat64(r.features.Dense, n, len(x)/n, x); err != nil {
		t.Fatal(err)
	}
	return r
}

// ranges are the rows that a fold trains with or tests.
func (r caretRows) ranges(fold int, test bool) (list []contract.Range) {
	start := 0
	for k, n := range r.counts {
		for f := range 3 {
			from, to := start+(n*f+2)/3, start+(n*(f+1)+2)/3
			if (f == fold) == test {
				list = append(list, contract.Range{Start: from, End: to, Class: k})
			}
		}
		start += n
	}
	return list
}

// weights writes those of the rows of ranges.
func (r caretRows) weights(t *testing.T, ranges []contract.Range) string {
	t.Helper()
	var list []float64
	for _, run := range ranges {
		for row := run.Start; row < run.End; row++ {
			list = append(list, float64(1+row%3))
		}
	}
	path := filepath.Join(r.dir, "weights.npy")
	if err := matrix.WriteFloat64(path, len(list), 0, list); err != nil {
		t.Fatal(err)
	}
	return path
}

// scores trains a problem and scores the test rows of its fold.
func (r caretRows) scores(t *testing.T, p *host.Process, c caretProblem) []float64 {
	t.Helper()
	seed, err := strconv.ParseUint(c.name[len("scores-"):], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	problem := service.Problem{Task: c.task, Column: c.column, Classes: len(r.counts), Seed: seed}
	width := 1
	switch c.task {
	case contract.Multiclass:
		width = len(r.counts)
	case contract.Regression:
		var targets []float64
		for _, run := range r.ranges(c.fold, false) {
			for range run.End - run.Start {
				targets = append(targets, float64(c.column[run.Class]))
			}
		}
		problem.Column, problem.Target = nil, filepath.Join(r.dir, "y.npy")
		if err := matrix.WriteFloat64(problem.Target, len(targets), 0, targets); err != nil {
			t.Fatal(err)
		}
	}
	rowSet := service.RowSet{Ranges: r.ranges(c.fold, false)}
	if c.weighted {
		rowSet.Weights = r.weights(t, rowSet.Ranges)
	}
	var trained service.Trained
	err = p.Train(t.Context(), service.TrainCall{Component: "caret", Config: contract.NewConfig(configs[c.method]),
		Features: r.features, RowSets: []service.RowSet{rowSet}, Problems: []service.Problem{problem},
	}, func(done service.Trained) { trained = done })
	if err := errors.Join(err, trained.Err); err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	call := service.ScoreCall{Models: []string{trained.Model}, Features: r.features, Ranges: r.ranges(c.fold, true),
		Output: filepath.Join(r.dir, "scores.npy")}
	rows := 0
	for _, run := range call.Ranges {
		rows += run.End - run.Start
	}
	if _, err := p.Score(t.Context(), call); err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	scores, err := matrix.ReadAnswer[float64](call.Output, rows, width)
	if err := errors.Join(err, p.Forget(t.Context(), call.Models)); err != nil {
		t.Fatal(err)
	}
	return scores
}

// numbers reads a file of numbers.
func numbers(t *testing.T, path string) (values []float64) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(content)) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	return values
}

// What cannot work is said at validation, before anything trains.
func TestCaretRefusesConfigurations(t *testing.T) {
	p := startCaret(t)
	for _, test := range []struct {
		config map[string]any
		path   string
		want   string
	}{
		{map[string]any{"method": "rpat"}, "[method]", `Did you mean "rpart"?`},
		{map[string]any{"method": "randomForest"}, "[method]", `That is a package. Its methods: "parRF", "rf"`},
		{map[string]any{"method": "rpart", "tune": map[string]any{"cpp": 1}}, "[tune cpp]", `Did you mean "cp"?`},
		{map[string]any{"method": "rpart", "tune": map[string]any{"cp": "a"}}, "[tune cp]", "cp is a number."},
		{map[string]any{"method": "lda", "tune": map[string]any{"cp": 1}}, "[tune cp]", "It takes none."},
		{map[string]any{"method": "ORFlog"}, "[method]", "apt-get install r-cran-obliquerf"},
	} {
		v, err := p.Validate(t.Context(), service.ComponentRef{Kind: contract.KindLearner, Name: "caret",
			Config: contract.NewConfig(test.config)})
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Diagnostics) != 1 || fmt.Sprint(v.Diagnostics[0].Path) != test.path ||
			!strings.Contains(v.Diagnostics[0].Detail, test.want) {
			t.Errorf("%v: %+v", test.config, v.Diagnostics)
		}
	}
	v, err := p.Validate(t.Context(), service.ComponentRef{Kind: contract.KindLearner, Name: "caret",
		Config: contract.NewConfig(configs["rf"])})
	if err != nil || v.Diagnostics != nil || v.Runtimes["randomForest"] == "" || !v.Capabilities.Can(contract.Regression) ||
		v.Capabilities.Scores != contract.Probability {
		t.Errorf("%+v, %v", v, err)
	}
}

// An error of R fails the problem with R's message, and the process goes on.
func TestErrorsOfR(t *testing.T) {
	p := startCaret(t)
	x := filepath.Join(t.TempDir(), "X.npy")
	if err := matrix.WriteFloat64(x, 6, 1, []float64{1, 2, 3, 4, 5, 7}); err != nil {
		t.Fatal(err)
	}
	train := func(args map[string]any) error {
		var trained service.Trained
		err := p.Train(t.Context(), service.TrainCall{Component: "caret",
			Config:   contract.NewConfig(map[string]any{"method": "rf", "tune": map[string]any{"mtry": 1}, "args": args}),
			Features: service.Features{Rows: 6, Cols: 1, Dense: x},
			RowSets:  []service.RowSet{{Ranges: []contract.Range{{Start: 0, End: 3}, {Start: 3, End: 6, Class: 1}}}},
			Problems: []service.Problem{{Task: contract.Binary, Column: []int8{1, -1}, Classes: 2}},
		}, func(done service.Trained) { trained = done })
		return errors.Join(err, trained.Err)
	}
	err := train(map[string]any{"ntree": -1})
	if err == nil || errors.Is(err, service.ErrLost) || !strings.Contains(err.Error(), "invalid 'length' argument") {
		t.Errorf("%v", err)
	}
	if err := train(map[string]any{"ntree": 3}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// Nominal columns are factors: one split of a tree tells red and blue from green and
// grey, which no threshold on their numbers does.
func TestFactorsOfCaret(t *testing.T) {
	p := startCaret(t)
	dir := t.TempDir()
	rows := caretRows{dir: dir, counts: []int{30, 30}, features: service.Features{Rows: 60, Cols: 1,
		Dense: filepath.Join(dir, "X.npy"), Columns: filepath.Join(dir, "columns.json")}}
	var x []float64
	for i := range 60 {
		x = append(x, float64(i%2*2+i/30)) // 0 or 2, then 1 or 3
	}
	columns := `[{"name":"hue of it","kind":"nominal","values":["red","green","blue","grey"]}]`
	if err := errors.Join(matrix.WriteFloat64(rows.features.Dense, 60, 1, x),
		os.WriteFile(rows.features.Columns, []byte(columns), 0o600)); err != nil {
		t.Fatal(err)
	}
	configs["stump"] = map[string]any{"method": "rpart2", "tune": map[string]any{"maxdepth": 1}}
	scores := rows.scores(t, p, caretProblem{"scores-1", 0, "stump", contract.Binary, []int8{-1, 1}, false})
	for i, s := range scores {
		if (s > 0.5) != (i >= 10) {
			t.Errorf("row %d has the probability %v", i, s)
		}
	}
}
