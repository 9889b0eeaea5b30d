package explore

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

func of(t *testing.T, in score.Input) *Data {
	t.Helper()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(in, rows)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Entries hold what the confusion tables of framework/results/score count.
func TestCounts(t *testing.T) {
	in := scoretest.Experiment()
	d := of(t, in)
	if got := fmt.Sprint(d.Methods, len(d.Datasets), len(d.Metrics), len(d.Cells.Fold)); got !=
		"[lr[C=0.1,tol=1]/ova lr[C=0.1,tol=1]/ovo svm/ova svm/ovo] 2 2 24" {
		t.Error(got)
	}
	tables, err := score.Confusions(in, metric.Spec{Name: "confusion", Type: "confusion", Config: contract.NewConfig(nil)})
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, c := range tables {
		if c.Cells == 0 {
			continue
		}
		m := slices.Index(d.Methods, c.Learner+"/"+c.Reduction)
		e := d.Entries[slices.IndexFunc(d.Datasets, func(s Dataset) bool { return s.Name == c.Dataset })*len(d.Methods)+m]
		wrong := 0
		for i, line := range c.Counts {
			for j, n := range line {
				if i != j {
					wrong += int(n)
				}
			}
		}
		counts := lists.Map(slices.Concat(c.Counts...), func(n float64) int { return int(n) })
		if !slices.Equal(e.Counts, counts) || e.Of != wrong || e.Tested != 20*c.Cells ||
			len(e.Wrong) != min(wrong, mostWrongEach) {
			t.Errorf("%s: %+v, the confusion table has %v", c.Dataset, e, c.Counts)
		}
		compared++
	}
	if compared < 6 {
		t.Errorf("%d tables were compared", compared)
	}
}

// The rows of a sample were predicted wrong as it says, are in order, and are the same
// each time.
func TestWrongRows(t *testing.T) {
	in := scoretest.Experiment()
	d := of(t, in)
	e := d.Entries[2] // svm/ova on iris
	p, err := in.Cells[slices.IndexFunc(in.Cells, func(c score.Cell) bool {
		return c.Dataset == "iris" && c.Learner == "svm" && c.Reduction == "ova"
	})].Predictions()
	if err != nil {
		t.Fatal(err)
	}
	first := e.Wrong[0]
	at := slices.Index(p.Rows, first[2].(int))
	if first[1] != 0 || p.Truth.Class[at] != first[3] || p.Predicted.Class[at] != first[4] || first[3] == first[4] {
		t.Errorf("%v, predicted was %v of %v", first, p.Predicted.Class[at], p.Truth.Class[at])
	}
	if !slices.IsSortedFunc(e.Wrong, func(a, b Wrong) int { return a[1].(int) - b[1].(int) }) {
		t.Errorf("the order of folds is %v", e.Wrong)
	}
	if d.Packed() != of(t, in).Packed() {
		t.Error("other bytes the second time")
	}
}

// A sample is of all wrong rows, not of the first.
func TestSample(t *testing.T) {
	seen := map[int]int{}
	for seed := range 2000 {
		e := newEntry(target.Target{Names: []string{"a", "b"}}, seed, 5)
		p := store.Predictions{K: 2}
		for row := range 50 {
			p.Rows = append(p.Rows, row)
			p.Truth.Class, p.Predicted.Class = append(p.Truth.Class, 0), append(p.Predicted.Class, 1)
		}
		e.add(0, 0, p)
		e.finish()
		for _, w := range e.Wrong {
			seen[w[2].(int)]++
		}
		if e.Of != 50 || len(e.Wrong) != 5 {
			t.Fatalf("%+v", e)
		}
	}
	for row := range 50 { // 200 are expected, with a deviation of 13.4
		if n := seen[row]; math.Abs(float64(n)-200) > 67 {
			t.Errorf("row %d is in %d of 2000 samples of 5 of 50", row, n)
		}
	}
}

// Of many classes the most frequent confusions are listed.
func TestManyClasses(t *testing.T) {
	names := make([]string, mostSquare+80)
	e := newEntry(target.Target{Names: names}, 0, 3)
	p := store.Predictions{K: len(names)}
	for k := range len(names) - 1 {
		for range k + 1 {
			p.Rows = append(p.Rows, len(p.Rows))
			p.Truth.Class, p.Predicted.Class = append(p.Truth.Class, k), append(p.Predicted.Class, k+1)
		}
	}
	e.add(0, 0, p)
	e.finish()
	if len(e.Pairs) != mostPairs || e.Pairs[0] != [3]int{98, 99, 99} || e.Confused != 99 || e.Counts != nil {
		t.Errorf("%d pairs, %v first, of %d", len(e.Pairs), e.Pairs[0], e.Confused)
	}
}

func TestLabels(t *testing.T) {
	in := scoretest.MultiLabel()
	d := of(t, in)
	e := d.Entries[0]
	tables, err := score.LabelTables(in)
	if err != nil {
		t.Fatal(err)
	}
	for k, s := range tables[0].PerLabel() {
		both, predicted, true := e.Counts[3*k], e.Counts[3*k]+e.Counts[3*k+1], e.Counts[3*k]+e.Counts[3*k+2]
		if metric.Ratio(both, predicted) != s.Precision || metric.Ratio(both, true) != s.Recall {
			t.Errorf("label %d: %v, the table has %+v", k, e.Counts[3*k:3*k+3], s)
		}
	}
	if e.Of == 0 || len(e.Wrong) != min(e.Of, mostWrongEach) || fmt.Sprint(e.Wrong[0][3]) == fmt.Sprint(e.Wrong[0][4]) {
		t.Errorf("%d wrong rows: %v", e.Of, e.Wrong)
	}
}

// What is packed is what a browser unpacks; numbers that JSON has not are texts.
func TestPacked(t *testing.T) {
	d := of(t, scoretest.Experiment())
	d.Metrics[0].Values[0], d.Metrics[0].Values[1] = Value(math.Inf(1)), Value(math.Inf(-1))
	d.Add("tables/a", "csv", "tex")
	d.Add("tables/long", strings.Repeat("x", mostFileBytes), "")
	b, err := base64.StdEncoding.DecodeString(d.Packed())
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Metrics []struct{ Values []any }
		Files   map[string]Text
	}
	if err := json.NewDecoder(z).Decode(&got); err != nil {
		t.Fatal(err)
	}
	v := got.Metrics[0].Values
	if v[0] != "+Infinity" || v[1] != "-Infinity" || v[2] == nil || !slices.Contains(v, nil) || len(got.Files) != 1 ||
		got.Files["tables/a"].LaTeX != "tex" {
		t.Errorf("%v %v", v, got.Files)
	}
}

// Metrics and combinations beyond the page's room are left out.
func TestRoom(t *testing.T) {
	in := scoretest.Experiment()
	d := &Data{}
	d.Cells.Fold = make([]int, mostValues)
	d.values(in.Plan, nil, nil)
	if len(d.Metrics) != 1 {
		t.Errorf("%d metrics of %d cells", len(d.Metrics), mostValues)
	}
}

// Tests of the page take different training rows, of those that train several times one.
func TestRowsThatTrainTwice(t *testing.T) {
	in := scoretest.Experiment()
	in.Cells[0].Result.Sizes = store.Sizes{TrainRows: 100, DifferentRows: 63, TestRows: 37}
	if c := of(t, in).Cells; c.TrainRows[0] != 63 || c.TestRows[0] != 37 || c.TrainRows[1] != 100 {
		t.Errorf("%v training, %v test rows", c.TrainRows, c.TestRows)
	}
}
