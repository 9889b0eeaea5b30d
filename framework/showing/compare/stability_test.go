package compare

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// stability.json was made with scipy by stability.py beside it.
func TestStabilityAgainstScipy(t *testing.T) {
	var want struct {
		First string
		Stays int
		Hangs []string
		Pairs []struct {
			A, B  string
			Stays int
		}
		Methods []struct {
			A, B      string
			Stays, Of int
		}
	}
	b, err := os.ReadFile("testdata/stability.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	r := done(t, read(t, "demsar2006.csv"), significance.Options{Level: 0.1})
	if row := r.row(t, "stability", want.First, ""); row.Statistic != float64(want.Stays) || row.N != 14 {
		t.Errorf("%+v, want %+v", row, want)
	}
	var hangs []string
	for _, row := range r.Of("stability") {
		if row.Dataset != "" {
			hangs = append(hangs, row.Dataset)
		}
	}
	if !slices.Equal(hangs, want.Hangs) || len(hangs) == 0 {
		t.Errorf("it hangs on %q, want %q", hangs, want.Hangs)
	}
	for _, pair := range want.Pairs {
		if row := r.row(t, "stability_nemenyi", pair.A, pair.B); row.Statistic != float64(pair.Stays) || row.N != 14 {
			t.Errorf("%+v, want %+v", row, pair)
		}
	}
	r = done(t, read(t, "demsar2006.csv"), significance.Options{Level: 0.05})
	for _, pair := range want.Methods {
		row := r.row(t, "stability_methods_nemenyi", pair.A, pair.B)
		if row.Statistic != float64(pair.Stays) || row.N != pair.Of {
			t.Errorf("%+v, want %+v", row, pair)
		}
	}
	if len(want.Pairs) != 2 || len(want.Methods) != 6 {
		t.Errorf("the reference is %+v", want)
	}
}

// A conclusion by one metric is looked for by the others, and one on folds without each repeat.
func TestStabilityOfMetricsAndRepeats(t *testing.T) {
	in := table(t, "dataset,a,b\nd1,1,2\nd2,1,2\nd3,1,2\n")
	in.AddOther(measured.Other{What: "metric", Name: "log_loss", SmallerIsBetter: true,
		Table: table(t, "dataset,b,a\nd1,1,2\nd2,1,2\n")})
	in.AddOther(measured.Other{What: "metric", Name: "f1", Table: table(t, "dataset,a,b\nd1,2,1\n")})
	in.AddOther(measured.Other{What: "metric", Name: "other methods", Table: table(t, "dataset,a,c\nd1,2,1\n")})
	in.AddOther(measured.Other{What: "setting", Name: "1", Table: table(t, "dataset,a,b\nd1,2,1\n")})
	r := done(t, in, significance.Options{})
	want := "Stability, leaving out each of the 3 datasets: b stays the best by mean rank in 3 of 3. " +
		"Stability, taking each of the other 2 metrics: b stays the best by mean rank in 1 of 2 (not by f1). " +
		"Stability, leaving out each of the 1 settings that are averaged: b stays the best by mean rank in 0 of 1 (not without 1)."
	if got := strings.Join(r.Stable, " "); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	folds := done(t, table(t, "dataset,method,repeat,fold,value\n"+
		"d,a,1,1,0\nd,a,1,2,0\nd,a,1,3,0\nd,b,1,1,5\nd,b,1,2,5.1\nd,b,1,3,5\n"+
		"d,a,2,1,2\nd,a,2,2,2.1\nd,a,2,3,2\nd,b,2,1,0\nd,b,2,2,0\nd,b,2,3,0\n"), significance.Options{})
	if row := folds.row(t, "stability_repeats", "b", ""); row.Statistic != 1 || row.N != 2 {
		t.Errorf("without a repeat: %+v", row)
	}
	if got := strings.Join(folds.Stable, ""); got != "Stability, leaving out each of the 2 repeats: b stays the best in 1 of 2 "+
		"(not without 1)." {
		t.Error(got)
	}
}
