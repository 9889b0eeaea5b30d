package interim

import (
	"fmt"
	"math"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// Results that are there, that come and that come again as later attempts are handed on once each, with the scores that
// the report computes.
func TestResultsAreScoredOnce(t *testing.T) {
	in := scoretest.Experiment()
	for i := range in.Plan.Cells {
		key := fmt.Sprintf("%032x", i+1)
		in.Plan.Cells[i].Key, in.Cells[i].Key = key, key
	}
	want := map[string]float64{}
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Defined() && !r.Pooled {
			want[r.Key+" "+r.Metric] = r.Value
		}
	}
	dir := t.TempDir()
	journal, err := store.OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]int{}
	all := func(store.Result) bool { return true }
	s := Start(in.Plan, Metrics(in.Plan), []string{dir}, all, func(one Scored) {
		taken[fmt.Sprint(one.Result.Key, " attempt ", one.Result.Attempt)]++
		for _, r := range one.Scores {
			key := one.Cells[0].Key + " " + r.Metric
			if math.Float64bits(r.Value) != math.Float64bits(want[key]) {
				t.Errorf("%s: %v, the report has %v", key, r.Value, want[key])
			}
			delete(want, key)
		}
	})
	results := 0
	for _, c := range in.Cells {
		if c.Result == nil {
			continue
		}
		r, o := *c.Result, store.Output{}
		r.Key = c.Key
		if r.Status == store.OK {
			p, err := c.Predictions()
			if err != nil {
				t.Fatal(err)
			}
			o.Test = &p
		}
		for range 2 { // the second time it counts for nothing
			if err := journal.Result(r, o); err != nil {
				t.Fatal(err)
			}
		}
		results++
		s.Wake()
	}
	if err := journal.Result(store.Result{Key: in.Cells[0].Key, Attempt: 7, Status: store.Failed, Error: "x"}, store.Output{}); err != nil {
		t.Fatal(err)
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	s.Close(true)
	for what, n := range taken {
		if n != 1 {
			t.Errorf("%s was handed on %d times", what, n)
		}
	}
	if len(taken) != results+1 || len(want) > 0 {
		t.Errorf("%d of %d results were handed on; without scores: %v", len(taken), results+1, want)
	}
}

// Tables and metrics of plugins have no value before the end.
func TestMetrics(t *testing.T) {
	p := *scoretest.Experiment().Plan
	p.Metrics = []metric.Spec{{Name: "accuracy", Type: "accuracy"}, {Name: "confusion", Type: "confusion"},
		{Name: "mine", Type: "mine", Plugin: &metric.Plugin{}}}
	if got := Metrics(&p); len(got) != 1 || got[0].Name != "accuracy" {
		t.Errorf("%+v", got)
	}
}
