package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/plugins/svm/margin"
)

// never is not a limit: a training that does not end is found by the limit of go test,
// which says where it stands.
const never = 365 * 24 * time.Hour

func soybean(t *testing.T) *data.Table {
	t.Helper()
	path, err := filepath.Abs("../../experiments/data/soybean.arff.gz")
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := loader.Table(source.Source{File: path})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Every learner ends on rows of soybean, dense and compressed, with finite numbers;
// small weights of the losses are not a reason not to converge.
func TestLearnersEnd(t *testing.T) {
	table := soybean(t)
	var rows []int
	for i := 0; i < table.Rows; i += 7 {
		rows = append(rows, i)
	}
	s, err := encoded(table, rows)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.forms) != 2 {
		t.Fatalf("%d forms, want a dense and a compressed one", len(s.forms))
	}
	for _, l := range learners() {
		weight, iterated := l.config["C"].(float64)
		if iterated && (l.config["tol"] != 1e-8 || weight == 1e-3 || weight == 1e3) {
			continue
		}
		o := l.try(s, never)
		if len(o.faults) > 0 {
			t.Errorf("%s: %q", o.learner, o.faults)
		}
		plain := l.config["penalty"] == nil && l.config["solver"] == nil
		if iterated && weight == 1e-6 && plain && o.ends[string(contract.Tolerance)] < len(s.forms) ||
			o.ends[string(contract.MaxIter)] > 0 && weight == 1e-6 && plain {
			t.Errorf("%s: %v", o.learner, o.ends)
		}
	}
}

// Crammer and Singer's machine is at its minimum on the ten folds of soybean, two of
// which it never ended on.
func TestSoybean(t *testing.T) {
	table := soybean(t)
	repeats, diags := fold.Make("stratified_kfold", contract.NewConfig(nil),
		data.Design{Truth: target.Rows{Class: table.Truth.Class}, Target: target.Target{Names: table.Target.Names}},
		plan.Seed(1, "folds", table.SHA256))
	if len(repeats) != 1 {
		t.Fatal(diags)
	}
	for f := range 10 {
		var train []int
		for i, tested := range repeats[0].Test {
			if tested != f && tested != fold.Out {
				train = append(train, i)
			}
		}
		s, err := encoded(table, train)
		if err != nil {
			t.Fatal(err)
		}
		objective := map[float64]float64{}
		for _, tol := range []float64{1e-8, 1e-13} {
			if tol == 1e-13 && f != 5 && f != 7 {
				objective[tol] = objective[1e-8]
				continue // it takes long
			}
			l := learner{margin.Component(), values{"tol": tol}}
			b := l.batch(s, s.forms[0])
			b.Problems = slices.DeleteFunc(b.Problems,
				func(p contract.BatchProblem) bool { return p.Task != contract.Multiclass })
			results, err := l.train(b, never)
			if err != nil || results[0].err != nil {
				t.Fatal(err, results)
			}
			fit := results[0].model.(contract.Fitted).Fit()
			if fit.Unconverged || fit.End != contract.Tolerance {
				t.Errorf("fold %d, tol %v: %+v", f, tol, fit)
			}
			objective[tol] = fit.Objective
		}
		if relative := objective[1e-8]/objective[1e-13] - 1; math.Abs(relative) > 1e-6 {
			t.Errorf("fold %d: the objective is off by %v", f, relative)
		}
	}
}

// The message for features that are too many for a dense matrix says which learners take
// them as they are.
func TestSparseLearnersAreNamed(t *testing.T) {
	var limited []string
	for _, l := range learners() {
		can := l.capabilities()
		if !can.Has(contract.TakesSparse) && (len(l.config) == 0 || l.Name != "logreg" && l.Name != "naive_bayes") {
			t.Errorf("%s takes no sparse features", l.name())
		}
		if can.MostFeatures > 0 && !slices.Contains(limited, l.Name) {
			limited = append(limited, l.Name)
		}
	}
	slices.Sort(limited)
	want := "all shipped ones do as they are by default (" + strings.Join(limited, " and ") + " of at most 5000;"
	if err := encode.CheckDense(1<<20, 1<<20); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v does not say %q", err, want)
	}
}
