package encode

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// noise has classes that have nothing to do with columns of many values.
func noise(rows, levels, columns, classes int) *data.Table {
	random := rand.New(rand.NewPCG(3, 9))
	all := &data.Table{Rows: rows}
	for k := range classes {
		all.Target.Names = append(all.Target.Names, fmt.Sprint("class ", k))
	}
	for range rows {
		all.Truth.Class = append(all.Truth.Class, random.IntN(classes))
		all.Quantity = append(all.Quantity, float64(all.Truth.Class[len(all.Quantity)])+float64(len(all.Quantity)*7%11)/11)
	}
	for j := range columns {
		c := data.Column{Name: fmt.Sprint("c", j), Kind: data.Categorical}
		for l := range levels {
			c.Levels = append(c.Levels, fmt.Sprint(l))
		}
		for range rows {
			c.Codes = append(c.Codes, int32(random.IntN(levels+1))-1)
		}
		all.Columns = append(all.Columns, c)
	}
	return all
}

// targets are configurations whose training rows must not know their classes.
func targets() []map[string]any {
	return []map[string]any{
		{"leave_one_out": true},
		{"leave_one_out": true, "prior_weight": 3, "counts": true},
		{"leave_one_out": true, "prior": 0, "pairs": true},
		{"leave_one_out": true, "buckets": 4, "rare_below": 3, "priors": []any{0.1, 2}},
	}
}

// TestOwnLabelLeavesOwnCountersAlone flips every label in turn.
func TestOwnLabelLeavesOwnCountersAlone(t *testing.T) {
	all := noise(60, 6, 2, 3)
	train := upTo(60)
	for _, config := range targets() {
		e := newEncoder(t, "target", config)
		before := fit(t, e, all, train)
		for row := range train {
			want := fillTraining(t, before, all, []int{row})
			label := all.Truth.Class[row]
			for other := range all.Target.Names {
				all.Truth.Class[row] = other
				got := fillTraining(t, fit(t, e, all, train), all, []int{row})
				if !slices.Equal(got, want) {
					t.Fatalf("%v: with class %d row %d has %v, with %d %v", config, label, row, want, other, got)
				}
			}
			all.Truth.Class[row] = label
		}
	}
}

// TestLabelLeavesOwnFoldAlone flips every label in turn, the folds being given.
func TestLabelLeavesOwnFoldAlone(t *testing.T) {
	all := noise(60, 6, 2, 3)
	train := upTo(60)
	folds := make([]int32, 60)
	for i := range folds {
		folds[i] = int32(i * 7 % 5)
	}
	changed := 0
	for _, config := range []map[string]any{{"counts": true}, {"prior_weight": 2}, {"prior": 0},
		{"buckets": 3, "rare_below": 9}} {
		want := fillTraining(t, inFolds(t, config, all, train, folds, 5), all, train)
		width := len(want) / 60
		for row := range train {
			label := all.Truth.Class[row]
			all.Truth.Class[row] = (label + 1) % 3
			got := fillTraining(t, inFolds(t, config, all, train, folds, 5), all, train)
			for i := range train {
				same := slices.Equal(got[i*width:(i+1)*width], want[i*width:(i+1)*width])
				if folds[i] == folds[row] && !same {
					t.Fatalf("%v: the class of row %d changes the counters of row %d of its fold", config, row, i)
				}
				if !same {
					changed++
				}
			}
			all.Truth.Class[row] = label
		}
	}
	if changed == 0 {
		t.Error("labels change nothing")
	}
}

// TestTestRowsChangeNoTrainingFeature changes features and classes of all test
// rows.
func TestTestRowsChangeNoTrainingFeature(t *testing.T) {
	train := upTo(40)
	tried := map[string][]map[string]any{
		"none":        {}, // takes no categories
		"one_hot":     {{"rare_below": 7, "unseen": "rare", "indicator": true}, {"drop": "first"}},
		"hashing":     {{"buckets": 16, "pairs": true}},
		"ordinal":     {{"indicator": true}},
		"binary":      {{}, {"rare_below": 7}},
		"base_n":      {{"base": 3}},
		"quantile":    {{}, {"quantiles": []any{0.1, 0.9}, "folds": 3}},
		"pca":         {{}, {"n_components": 3, "whiten": true}},
		"woe":         {{}, {"in_sample": true, "pairs": true}},
		"james_stein": {{}, {"model": "pooled", "folds": 3}, {"model": "beta", "rare_below": 7}},
		"catboost":    {{}, {"sigma": 0.1, "pairs": true}},
		"binning":     {{"indicator": true}}, "piecewise_linear": {{}}, // numbers: TestTestRowsMoveNoNumber
		"helmert": {{}}, "sum": {{}}, "polynomial": {{}}, "backward_difference": {{}},
		"frequency": {{}},
		"target": append(targets(), map[string]any{}, map[string]any{"folds": 3, "pairs": true, "prior_weight": 1},
			map[string]any{"in_sample": true, "counts": true}),
		"compose": {{"parts": []any{map[string]any{"type": "target", "columns": []any{"c0"}},
			map[string]any{"type": "one_hot"}}}},
	}
	for _, c := range Components() {
		if tried[c.Name] == nil {
			t.Errorf("%s is not tried", c.Name)
		}
	}
	for typ, configs := range tried {
		for _, config := range configs {
			clean, spoilt := noise(60, 6, 2, 3), noise(60, 6, 2, 3)
			for row := 40; row < 60; row++ {
				spoilt.Truth.Class[row] = (spoilt.Truth.Class[row] + row) % 3
				spoilt.Quantity[row] += float64(row)
				for j := range spoilt.Columns {
					spoilt.Columns[j].Codes[row] = int32(row*(j+1)%8) - 1
				}
			}
			for j := range spoilt.Columns {
				spoilt.Columns[j].Levels = append(spoilt.Columns[j].Levels, "new")
			}
			e := newEncoder(t, typ, config).Seeded(8)
			want, got := fit(t, e, clean, train), fit(t, e, spoilt, train)
			if !slices.EqualFunc(got.Columns, want.Columns, contract.Column.Equal) || !slices.Equal(got.Shift, want.Shift) ||
				!slices.Equal(got.Scale, want.Scale) {
				t.Errorf("%s %v: test rows change the fit", typ, config)
				continue
			}
			if !slices.Equal(fillTraining(t, got, spoilt, train), fillTraining(t, want, clean, train)) {
				t.Errorf("%s %v: test rows change the training matrix", typ, config)
			}
		}
	}
}

// TestNoiseTeachesNothing trains a logistic model on counters of noise. Out of
// fold it is about as good as chance on test rows; in the sample it believes
// what it saw.
func TestNoiseTeachesNothing(t *testing.T) {
	all := noise(3000, 300, 3, 2)
	train, test := upTo(2000), upTo(3000)[2000:]
	loss := func(config map[string]any) float64 {
		f := fit(t, newEncoder(t, "target", config), all, train)
		w := logistic(fillTraining(t, f, all, train), all.Truth.Class[:2000], len(f.Columns))
		return logLoss(w, fill(t, f, all, test), all.Truth.Class[2000:])
	}
	chance := math.Ln2
	for _, config := range []map[string]any{{}, {"folds": 10, "pairs": true}, {"leave_one_out": true}} {
		if got := loss(config); got > chance+0.01 {
			t.Errorf("%v: log-loss %.4f, chance has %.3f", config, got, chance)
		}
	}
	if got := loss(map[string]any{"in_sample": true}); got < chance+0.1 {
		t.Errorf("in sample: log-loss %.3f, chance has %.3f", got, chance)
	}
}

// logistic fits a logistic model by gradient descent, intercept last.
func logistic(x []float64, labels []int, d int) []float64 {
	w := make([]float64, d+1)
	for range 500 {
		gradient := make([]float64, d+1)
		for i, label := range labels {
			r := probability(w, x[i*d:(i+1)*d]) - float64(label)
			for j, v := range x[i*d : (i+1)*d] {
				gradient[j] += r * v
			}
			gradient[d] += r
		}
		for j := range w {
			w[j] -= gradient[j] / float64(len(labels))
		}
	}
	return w
}

func probability(w, row []float64) float64 {
	z := w[len(row)]
	for j, v := range row {
		z += w[j] * v
	}
	return 1 / (1 + math.Exp(-z))
}

func logLoss(w, x []float64, labels []int) float64 {
	sum, d := 0.0, len(w)-1
	for i, label := range labels {
		p := probability(w, x[i*d:(i+1)*d])
		if label == 0 {
			p = 1 - p
		}
		sum -= math.Log(max(p, 1e-15))
	}
	return sum / float64(len(labels))
}

func TestTrainingPanicsOnOtherRows(t *testing.T) {
	all := noise(20, 3, 1, 2)
	for _, config := range []map[string]any{{}, {"leave_one_out": true}} {
		f := fit(t, newEncoder(t, "target", config), all, upTo(10))
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: row 12 was encoded as a training row", config)
				}
			}()
			_ = f.Training().Fill(all, []int{12}, make([]float64, len(f.Columns)))
		}()
	}
}

func TestLayoutsOfCounters(t *testing.T) {
	all := noise(60, 6, 2, 3)
	e := newEncoder(t, "target", nil)
	base := fit(t, e, all, upTo(40))
	if again := fit(t, e, all, upTo(40)); again.Layout != base.Layout {
		t.Error("one fit, two layouts")
	}
	for name, other := range map[string]*Fitted{
		"rows":  fit(t, e, all, upTo(60)[20:]),
		"seed":  fit(t, e.Seeded(1), all, upTo(40)),
		"prior": fit(t, newEncoder(t, "target", map[string]any{"prior": 2}), all, upTo(40)),
		"loo":   fit(t, newEncoder(t, "target", map[string]any{"leave_one_out": true}), all, upTo(40)),
		"leak":  fit(t, newEncoder(t, "target", map[string]any{"in_sample": true}), all, upTo(40)),
	} {
		if other.Layout == base.Layout {
			t.Errorf("%s: equal layouts", name)
		}
	}
}

// What a training row gets does not depend on the classes of its group.
func TestCountersKeepGroupsTogether(t *testing.T) {
	train := upTo(60)
	groups := make([]int, 60)
	for row := range groups {
		groups[row] = row % 7 * (row % 2) // of unequal sizes
	}
	for _, config := range []map[string]any{{}, {"folds": 3, "pairs": true}, {"leave_one_out": true}, {"folds": 40}} {
		e := newEncoder(t, "target", config).Seeded(8).Grouped(groups)
		for g := range 7 {
			clean, spoilt := noise(60, 6, 2, 3), noise(60, 6, 2, 3)
			var members []int
			for row := range groups {
				if groups[row] == g {
					members = append(members, row)
					spoilt.Truth.Class[row] = (spoilt.Truth.Class[row] + 1) % 3
				}
			}
			want, got := fit(t, e, clean, train), fit(t, e, spoilt, train)
			if !slices.Equal(fillTraining(t, got, spoilt, members), fillTraining(t, want, clean, members)) {
				t.Errorf("%v: the classes of group %d reach its rows", config, g)
			}
		}
	}
	f := fit(t, newEncoder(t, "target", map[string]any{}).Grouped(make([]int, 60)), noise(60, 6, 2, 3), train)
	for i, v := range fillTraining(t, f, noise(60, 6, 2, 3), train) {
		if v != 1./3 && v != 1./2 {
			t.Fatalf("one group: value %d is %v, without any rows to count", i, v)
		}
	}
}
