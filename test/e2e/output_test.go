package e2e

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// readCSV returns the rows of a CSV text by column name.
func readCSV(t *testing.T, text string) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// readJSON decodes a JSON text.
func readJSON[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return v
}

// hasKeys fails the test unless an object has exactly these keys.
func hasKeys(t *testing.T, what string, object any, keys string) {
	t.Helper()
	m, _ := object.(map[string]any)
	got, want := slices.Sorted(maps.Keys(m)), strings.Split(keys, ",")
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s has keys %v, want %v", what, got, want)
	}
}

// fourClasses has classes of 14, 12, 10 and 8 rows, two numeric columns, a
// categorical one and, in all, three missing values.
func fourClasses() string {
	var b strings.Builder
	b.WriteString("x,y,colour,kind\n")
	for k, class := range []string{"north", "south", "east", "west"} {
		for i := range 14 - 2*k {
			x := fmt.Sprintf("%.2f", float64(k)+0.37*float64(i%5))
			if i == 3 && k < 2 {
				x = "?"
			}
			colour := []string{"red", "green", "blue"}[(i+k)%3]
			if i == 4 && k == 2 {
				colour = "?"
			}
			fmt.Fprintf(&b, "%s,%.2f,%s,%s\n", x, float64(k%2)+0.21*float64(i%7), colour, class)
		}
	}
	return b.String()
}

const four = `
bench {
  required_plugins {
    faulty = { source = "./plugins/faulty" }
  }
}
experiment "four" {
  seed            = 3
  on_incompatible = "skip"
}
dataset "four" {
  file    = "four.csv"
  target  = "kind"
  missing = ["?"]
}
learner "lda" "lda" {}
learner "asymmetric" "one_way" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "mine" {
  classes = ["north", "south", "east", "west"]
  matrix = [
    [ 1,  1,  1,  0,  1],
    [-1, -1, -1,  0,  1],
    [-1,  1,  0, -1, -1],
    [-1,  1,  0,  1, -1],
  ]
}
reduction "direct" "native" {}
validation { folds = 4 }
metric "accuracy" {}
metric "log_loss" {}
metric "recall" { average = "none" }
`

func fourDir(t *testing.T) *dir {
	d := newDir(t)
	d.write("four.csv", fourClasses())
	d.write("four.hcl", four)
	return d
}

// Classes in class order: east, north, south, west. One-vs-rest has 4 columns,
// one-vs-one 6. Of the 5 of the matrix, the first is north against the rest,
// the third a pair; the second is the negative of south against the rest, the
// fourth is west against east, the negative of a pair; the fifth is new.
func TestPlanJSON(t *testing.T) {
	t.Parallel()
	d := fourDir(t)
	for _, test := range []struct {
		name, without       string
		requested, distinct int
		cells               int
	}{
		// 4 + 6 + 5 binary problems and the multiclass one, in 4 folds.
		{"symmetric", `learner "asymmetric" "one_way" {}`, 4 * 16, 4 * (4 + 6 + 1 + 1), 16},
		// The two negatives are problems of their own; no multiclass.
		{"not symmetric", `learner "lda" "lda" {}`, 4 * 15, 4 * (4 + 6 + 3), 16},
		{"both", "", 4 * 31, 4 * (12 + 13), 32},
	} {
		d.write("four.hcl", must.Replace(four, test.without, ""))
		contains(t, "stderr", d.must(2, "plan", "four.hcl", "-power", "0.1").stderr, "-power takes the results so far as a pilot study")
		p := readJSON[map[string]any](t, d.must(0, "plan", "four.hcl", "-json").stdout)
		hasKeys(t, "plan", p, "datasets,cells,fits_requested,fits_distinct,duplicates,done")
		for key, want := range map[string]int{"cells": test.cells, "fits_requested": test.requested,
			"fits_distinct": test.distinct, "done": 0} {
			if p[key] != float64(want) {
				t.Errorf("%s: %s is %v, want %d", test.name, key, p[key], want)
			}
		}
		sum := sha256.Sum256([]byte(fourClasses()))
		want := map[string]any{
			"name": "four", "rows": 44.0, "numeric": 2.0, "categorical": 1.0, "missing": 3.0, "left_out": 0.0,
			"classes":      []any{"east", "north", "south", "west"},
			"class_counts": []any{10.0, 14.0, 12.0, 8.0}, "labels": []any{}, "sha256": hex.EncodeToString(sum[:]),
		}
		got := p["datasets"].([]any)[0].(map[string]any)
		if digest, _ := got["content"].(string); len(digest) != 64 {
			t.Errorf("content %q", digest)
		}
		delete(got, "content")
		if !reflect.DeepEqual(got, want) {
			t.Errorf("dataset %v, want %v", got, want)
		}
	}
}

// Distances by hand: rows differ by Σ(1−m·m′)/2. In one-vs-one two rows meet in
// one column (1), one of them is left out in four (½ each), both in one (½);
// columns with a class in common differ by 1.5 or 2.5.
func TestCodeJSON(t *testing.T) {
	t.Parallel()
	d := fourDir(t)
	codes := readJSON[[]map[string]any](t, d.must(0, "code", "four.hcl", "-json").stdout)
	if len(codes) != 3 {
		t.Fatalf("%d codes, want those of ova, ovo and mine", len(codes))
	}
	for i, want := range []struct {
		name              string
		row, mean, column float64
		corrects          float64
		columns           int
		first             []any // the row of east
	}{
		{"ova", 2, 2, 2, 0, 4, []any{1.0, -1.0, -1.0, -1.0}},
		{"ovo", 3.5, 3.5, 1.5, 0, 6, []any{1.0, 1.0, 1.0, 0.0, 0.0, 0.0}},
		// Rows: north–south 3.5, east–west 1.5, the other four pairs 3. Columns:
		// the first and the fifth differ for south only.
		{"mine", 1.5, 17.0 / 6, 1, 0, 5, []any{-1.0, 1.0, 0.0, -1.0, -1.0}},
	} {
		c := codes[i]
		hasKeys(t, "code", c, "reduction,dataset,classes,matrix,min_row_distance,mean_row_distance,min_column_distance,corrects,positives,negatives")
		matrix := c["matrix"].([]any)
		if c["reduction"] != want.name || c["dataset"] != "four" ||
			!reflect.DeepEqual(c["classes"], []any{"east", "north", "south", "west"}) {
			t.Errorf("code %d is %v of %v with %v", i, c["reduction"], c["dataset"], c["classes"])
		}
		if len(matrix) != 4 || len(matrix[0].([]any)) != want.columns || !reflect.DeepEqual(matrix[0], want.first) {
			t.Errorf("%s: matrix %v", want.name, matrix)
		}
		if c["min_row_distance"] != want.row || math.Abs(c["mean_row_distance"].(float64)-want.mean) > 1e-12 ||
			c["min_column_distance"] != want.column || c["corrects"] != want.corrects {
			t.Errorf("%s: distances %v, %v, %v, corrects %v", want.name, c["min_row_distance"], c["mean_row_distance"],
				c["min_column_distance"], c["corrects"])
		}
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	d := fourDir(t)
	d.must(0, "run", "four.hcl")
	for name, header := range map[string]string{
		"scores.csv":  "dataset,encoder,learner,reduction,repeat,fold,metric,value,status",
		"cells.csv":   "dataset,encoder,learner,reduction,repeat,fold,status,error,train_rows,test_rows,binary_problems,train_seconds,cpu_seconds,predict_seconds,peak_rss_bytes,model_bytes,energy_joules,objective,unconverged,ended,constant,uncalibrated",
		"summary.csv": "dataset,encoder,learner,reduction,metric,mean,sd,n,undefined",
	} {
		if got, _, _ := strings.Cut(d.read("results/four/"+name), "\n"); got != header {
			t.Errorf("%s begins %q, want %q", name, got, header)
		}
	}
	for _, c := range d.table("results/four/cells.csv").with("status", "ok") {
		for _, cost := range []string{"cpu_seconds", "peak_rss_bytes", "model_bytes"} {
			if v, err := strconv.ParseFloat(c[cost], 64); err != nil || !(v > 0) {
				t.Errorf("the %s of a cell are %s", cost, c[cost])
			}
		}
	}
	checkManifest(t, d)
	exported := d.must(0, "export", "predictions", "results/four", "-format", "csv").stdout
	if stored := gunzip(t, d.read("results/four/predictions.csv.gz")); stored != exported {
		t.Error("predictions.csv.gz is not what export predictions prints")
	}
	header, _, _ := strings.Cut(exported, "\n")
	if want := "dataset,encoder,learner,reduction,repeat,fold,row,truth,prediction,score:east,score:north,score:south,score:west,p:east,p:north,p:south,p:west"; header != want {
		t.Errorf("predictions begin %q, want %q", header, want)
	}
	checkScores(t, d, readCSV(t, exported))
	tables := d.read("results/four/tables/accuracy.md")
	before := d.read("results/four/scores.csv") + tables
	d.must(0, "report", "results/four")
	if d.read("results/four/scores.csv")+d.read("results/four/tables/accuracy.md") != before {
		t.Error("bench report writes other bytes than bench run")
	}
}

func gunzip(t *testing.T, compressed string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func checkManifest(t *testing.T, d *dir) {
	t.Helper()
	m := readJSON[map[string]any](t, d.read("results/four/manifest.json"))
	hasKeys(t, "manifest", m, "bench,kernels,experiment,file,files,source,resolved,resolved_sha256,seed,datasets,classes,plugins,plan,host,started,finished")
	hasKeys(t, "bench", m["bench"], "version,revision,go")
	hasKeys(t, "host", m["host"], "os,arch,cpus")
	sum := sha256.Sum256([]byte(fourClasses()))
	if want := map[string]any{"four": hex.EncodeToString(sum[:])}; !reflect.DeepEqual(m["datasets"], want) {
		t.Errorf("datasets %v, want %v", m["datasets"], want)
	}
	if m["experiment"] != "four" || m["seed"] != 3.0 || m["kernels"] != runtime.GOARCH || m["finished"] == nil {
		t.Errorf("manifest of %v, seed %v, kernels %v, finished %v", m["experiment"], m["seed"], m["kernels"], m["finished"])
	}
	names := map[any]bool{}
	for _, p := range m["plugins"].([]any) {
		hasKeys(t, "plugin", p, "name,version,sha256,runtimes")
		names[p.(map[string]any)["name"]] = true
		if sum, _ := p.(map[string]any)["sha256"].(string); len(sum) != 64 {
			t.Errorf("plugin digest %q", sum)
		}
	}
	if !names["lda"] || !names["faulty"] || !names["reducers"] {
		t.Errorf("plugins %v", names)
	}
}

// checkScores computes the scores again from the predictions and compares.
func checkScores(t *testing.T, d *dir, predictions []map[string]string) {
	t.Helper()
	cells := map[string][]map[string]string{}
	for _, p := range predictions {
		cells[cellOf(p)] = append(cells[cellOf(p)], p)
	}
	seen, compared := map[string]bool{}, 0
	for _, s := range readCSV(t, d.read("results/four/scores.csv")) {
		want := math.NaN()
		rows := cells[cellOf(s)]
		seen[cellOf(s)] = true
		if s["status"] == "ok" {
			compared++
			want = recompute(t, s["metric"], rows)
		}
		got := number(t, s["value"])
		if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("%s %s: %v, from the predictions %v", cellOf(s), s["metric"], got, want)
		}
	}
	// In 4 folds lda has four reductions and one_way three: native is skipped.
	if len(seen) != 32 || len(cells) != 28 || compared < 28*5 {
		t.Errorf("%d cells have scores, %d predictions; %d scores were compared", len(seen), len(cells), compared)
	}
}

// recompute computes a metric from the predictions of a cell.
func recompute(t *testing.T, metric string, rows []map[string]string) float64 {
	t.Helper()
	classes := []string{"east", "north", "south", "west"}
	switch class := strings.TrimSuffix(strings.TrimPrefix(metric, "recall["), "]"); {
	case metric == "accuracy":
		return share(rows, "")
	case metric == "log_loss":
		return logLoss(t, rows)
	case slices.Contains(classes, class):
		return share(rows, class)
	}
	t.Fatalf("metric %q", metric)
	return 0
}

func cellOf(row map[string]string) string {
	return strings.Join([]string{row["dataset"], row["encoder"], row["learner"], row["reduction"], row["repeat"],
		row["fold"]}, "/")
}

// share is how many of the rows of a class (all with "") are predicted right.
func share(rows []map[string]string, class string) float64 {
	right, n := 0.0, 0.0
	for _, r := range rows {
		if class == "" || r["truth"] == class {
			n++
			if r["truth"] == r["prediction"] {
				right++
			}
		}
	}
	return right / n
}

func logLoss(t *testing.T, rows []map[string]string) float64 {
	t.Helper()
	sum := 0.0
	for _, r := range rows {
		sum -= math.Log(number(t, r["p:"+r["truth"]]))
	}
	return sum / float64(len(rows))
}

// The results so far are a pilot study of the next run, and what a dataset trains on is said before it and in the paragraphs.
func TestPowerAndNoise(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("pilot.hcl", `
experiment "pilot" {}
dataset "blobs" {
  generate    = "blobs"
  classes     = 3
  label_noise = { rate = 0.2 }
}
dataset "clean" {
  generate = "blobs"
  classes  = 3
}
learner "lda" "lda" {}
learner "naive_bayes" "nb" {}
validation { folds = 3 }
metric "accuracy" {}
`)
	contains(t, "the plan", d.must(0, "plan", "pilot.hcl").stdout, "  wrong classes in training rows: uniform 0.2\n")
	d.must(0, "run", "pilot.hcl")
	contains(t, "power", d.must(0, "plan", "pilot.hcl", "-power", "0.1").stdout, "\nPower on datasets\n", "\nblobs ", "\nclean ")
	methods := strings.Join(strings.Fields(d.read("results/pilot/methods.txt")), " ")
	if strings.Count(methods, "wrong classes in training rows: uniform 0.2") != 1 {
		t.Errorf("the paragraphs say of the noise of one dataset: %s", methods)
	}
}

// Encoders that learn from classes see the wrong classes of training rows, in the design matrix too.
func TestNoiseInFeatures(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("noise.hcl", `
experiment "noise" {}
dataset "noisy" {
  generate    = "categorical"
  rows        = 60
  label_noise = { rate = 0.5, seed = 3 }
}
dataset "clean" {
  generate = "categorical"
  rows     = 60
}
encoder "target" "target" { folds = 2 }
learner "lda" "lda" {}
validation { folds = 3 }
metric "accuracy" {}
`)
	features := func(dataset string) string {
		return d.must(0, "export", "features", "noise.hcl", "-dataset", dataset).stdout
	}
	if features("noisy") == features("clean") {
		t.Error("the design matrix is that of the true classes")
	}
}

// Prediction sets of classes do not make results of labels new.
func TestSetsOfLabels(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	const text = `
experiment "e" {}
dataset "labels" {
  generate = "multilabel"
  rows     = 60
}
learner "logreg" "lr" {}
reduction "binary_relevance" "br" {}
validation {
  method = "iterative_stratification"
  folds  = 3
}
metric "hamming_loss" {}
`
	d.write("e.hcl", text)
	d.must(0, "run", "e.hcl")
	d.write("e.hcl", must.Replace(text, `"e" {}`, "\"e\" {\n  conformal {}\n}"))
	contains(t, "the plan", d.must(0, "plan", "e.hcl").stdout, "3 cells, 3 with results already")
}

// Of more than a thousand classes or labels, a reduction that finds the best keeps these alone.
func TestVeryManyClasses(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for kind, dataset := range map[string]string{
		"labels":  "generate = \"multilabel\"\n  rows = 300\n  labels = 1100",
		"classes": "generate = \"blobs\"\n  rows = 3300\n  classes = 1100",
	} {
		d.write(kind+".hcl", `
experiment "e" {
  on_incompatible = "skip"
}
dataset "d" {
  `+dataset+`
}
learner "logreg" "lr" {}
reduction "label_tree" "tree" {}
validation {
  method = "holdout"
}
metric "accuracy" {}
metric "top_k" { k = 5 }
metric "log_loss" {}
metric "precision_at_k" { k = 3 }
metric "average_precision" {}
`)
		d.must(0, "run", kind+".hcl", "-out", kind)
		before := d.read(kind + "/scores.csv")
		d.must(0, "report", kind)
		if d.read(kind+"/scores.csv") != before {
			t.Errorf("the scores of stored predictions of %s are others", kind)
		}
	}
	status := map[string]string{}
	for _, kind := range []string{"classes", "labels"} {
		for _, row := range readCSV(t, d.read(kind+"/scores.csv")) {
			status[kind+" "+row["metric"]] = row["status"]
		}
	}
	for of, want := range map[string]string{"classes accuracy": "ok", "classes top_k(k=5)": "ok", "classes log_loss": "ok",
		"labels precision_at_k(k=3)": "ok", "labels average_precision": "undefined"} {
		if status[of] != want {
			t.Errorf("%s: %q, want %q", of, status[of], want)
		}
	}
	rows := d.table("classes/predictions.csv.gz")
	for _, row := range rows {
		found := 0
		for name, value := range row {
			if strings.HasPrefix(name, "score:") && value != "NaN" {
				found++
			}
		}
		if found != 5 {
			t.Fatalf("row %s has the scores of %d classes, want those of 5", row["row"], found)
		}
	}
	if len(rows) != 990 {
		t.Errorf("%d rows, want 990", len(rows))
	}
}
