package encode

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
)

// weighed is noise with weights that are not whole numbers.
func weighed(rows int) *data.Table {
	random := rand.New(rand.NewPCG(7, 5))
	all := noise(rows, 6, 2, 3)
	for range rows {
		all.Weights = append(all.Weights, 0.1+3*random.Float64())
	}
	return all
}

// inSample are encoders that count, in configurations that count over all training rows.
func inSample() map[string][]map[string]any {
	return map[string][]map[string]any{
		"target": {{}, {"counts": true, "prior": 0, "pairs": true}, {"prior_weight": 2, "rare_below": 5},
			{"thresholds": []any{0.5, 1.5}}, {"buckets": 3}},
		"woe":         {{}, {"regularization": 0.2}},
		"james_stein": {{}, {"model": "pooled"}, {"model": "beta"}, {"model": "binary"}},
		"catboost":    {{}, {"a": 3}},
		"quantile":    {{}, {"quantiles": []any{0, 0.1, 0.5, 0.77, 1}, "m": 2}},
	}
}

// repeated has each row of a table as often as its weight says, and no weights.
func repeated(all *data.Table) *data.Table {
	out := *all
	out.Truth.Class, out.Quantity, out.Weights, out.Rows = nil, nil, nil, 0
	out.Columns = slices.Clone(all.Columns)
	for j := range out.Columns {
		out.Columns[j].Codes = nil
	}
	for row, w := range all.Weights {
		for range int(w) {
			out.Rows++
			out.Truth.Class, out.Quantity = append(out.Truth.Class, all.Truth.Class[row]), append(out.Quantity, all.Quantity[row])
			for j := range out.Columns {
				out.Columns[j].Codes = append(out.Columns[j].Codes, all.Columns[j].Codes[row])
			}
		}
	}
	return &out
}

// Whole weights are repeated rows, to the last bit, and all change something.
func TestEncodersTakeWholeWeightsAsRepeatedRows(t *testing.T) {
	all, random := noise(80, 6, 2, 3), rand.New(rand.NewPCG(2, 3))
	for range 80 {
		all.Weights = append(all.Weights, float64(1+random.IntN(3)))
	}
	many := repeated(all)
	for typ, configs := range inSample() {
		for _, config := range configs {
			if typ != "catboost" {
				config["in_sample"] = true
			}
			delete(config, "rare_below") // which counts rows, whatever their weights
			weighs := maps.Clone(config)
			weighs["sample_weight"] = true
			got := fill(t, fit(t, newEncoder(t, typ, weighs), all, upTo(80)), all, upTo(80))
			if want := fill(t, fit(t, newEncoder(t, typ, config), many, upTo(many.Rows)), all, upTo(80)); !slices.Equal(got, want) {
				t.Errorf("%s %v: weights differ from repeated rows: %v, want %v", typ, config, got[:9], want[:9])
			}
			if slices.Equal(got, fill(t, fit(t, newEncoder(t, typ, config), all, upTo(80)), all, upTo(80))) {
				t.Errorf("%s %v: weights change nothing", typ, config)
			}
		}
	}
}

// Weights that are all 1 change nothing, and without sample_weight no weights do.
func TestWeightsThatAreNotAskedFor(t *testing.T) {
	all, bare := weighed(60), weighed(60)
	bare.Weights = nil
	ones := weighed(60)
	ones.Weights = slices.Repeat([]float64{1}, 60)
	for typ, configs := range inSample() {
		for _, config := range configs {
			weighs := maps.Clone(config)
			weighs["sample_weight"] = true
			plain := fit(t, newEncoder(t, typ, config), bare, upTo(50))
			for what, f := range map[string]*Fitted{"weights": fit(t, newEncoder(t, typ, config), all, upTo(50)),
				"weights of 1": fit(t, newEncoder(t, typ, weighs), ones, upTo(50))} {
				if !slices.Equal(fill(t, f, all, upTo(60)), fill(t, plain, bare, upTo(60))) ||
					!slices.Equal(fillTraining(t, f, all, upTo(50)), fillTraining(t, plain, bare, upTo(50))) {
					t.Errorf("%s %v: %s change features", typ, config, what)
				}
			}
		}
	}
}

// By hand: of u there are rows of class x with the weights 1 and 0.5 and one of y with 2.
func TestWeighedCounters(t *testing.T) {
	all := labelled([]string{"x", "y", "x", "x", "y"}, categorical("c", "u", "u", "u", "v", "v"))
	all.Weights = []float64{1, 2, 0.5, 0.25, 4}
	config := map[string]any{"in_sample": true, "counts": true, "sample_weight": true}
	f := fit(t, newEncoder(t, "target", config), all, upTo(5))
	near(t, "u", fill(t, f, all, []int{0}), []float64{2.5 / 5.5, 3 / 5.5, 3.5, 1.5, 2})
	near(t, "v", fill(t, f, all, []int{3}), []float64{1.25 / 6.25, 5 / 6.25, 4.25, 0.25, 4})
	out := fit(t, newEncoder(t, "target", map[string]any{"leave_one_out": true, "sample_weight": true}), all, upTo(5))
	near(t, "left out", fillTraining(t, out, all, upTo(5)), []float64{1.5 / 4.5, 3 / 4.5, 2.5 / 3.5, 1 / 3.5, 2 / 5., 3 / 5.,
		1. / 6, 5. / 6, 1.25 / 2.25, 1 / 2.25})
	order := fit(t, newEncoder(t, "catboost", map[string]any{"sample_weight": true}), all, upTo(5))
	x, y := 1.75/7.75, 6/7.75
	byRow := orderedByRow(newEncoder(t, "catboost", map[string]any{"sample_weight": true}).(*encoder), all, upTo(5))
	near(t, "catboost", fillTraining(t, byRow, all, upTo(5)), []float64{x, y, (1 + x) / 2, y / 2, (1 + x) / 4, (2 + y) / 4, x, y,
		(0.25 + x) / 1.25, y / 1.25})
	near(t, "catboost", fill(t, order, all, []int{0}), []float64{(1.5 + 1.75/7.75) / 4.5, (2 + 6/7.75) / 4.5})
}

// The folds of rows have no say in those of their own, to the last bit.
func TestWeighedFoldsAreLeftOut(t *testing.T) {
	train := upTo(60)
	for typ, configs := range inSample() {
		if typ == "catboost" {
			continue
		}
		for _, config := range configs {
			delete(config, "in_sample")
			config["sample_weight"] = true
			e := newEncoder(t, typ, config).Seeded(5)
			clean := weighed(60)
			groups := inFives(60)
			e = e.Grouped(groups)
			want := fillTraining(t, fit(t, e, clean, train), clean, train)
			width := len(want) / 60
			for row := range train {
				spoilt := weighed(60)
				spoilt.Truth.Class[row], spoilt.Quantity[row] = (spoilt.Truth.Class[row]+1)%3, spoilt.Quantity[row]+3.7
				got := fillTraining(t, fit(t, e, spoilt, train), spoilt, train)
				for i := range train {
					if groups[i] == groups[row] && !slices.Equal(got[i*width:(i+1)*width], want[i*width:(i+1)*width]) {
						t.Fatalf("%s %v: row %d reaches row %d of its group", typ, config, row, i)
					}
				}
			}
		}
	}
}

// inFives puts rows into 5 groups.
func inFives(rows int) []int {
	groups := make([]int, rows)
	for i := range groups {
		groups[i] = i * 7 % 5
	}
	return groups
}

// Weighted quantiles of numbers that stand for whole rows are those of repeated ones; of
// little weight there is the median.
func TestWeighedQuantiles(t *testing.T) {
	var a, light ascending
	for i, x := range []float64{1, 4, 9} {
		a.add(x, []float64{2, 1, 3}[i])
		light.add(x, []float64{0.2, 0.1, 0.15}[i])
	}
	for q, want := range map[float64]float64{0: 1, 0.2: 1, 0.3: 2.5, 0.4: 4, 0.5: 6.5, 0.6: 9, 1: 9} {
		near(t, "repeated", []float64{a.quantile(q, noOne)}, []float64{want})
		near(t, "light", []float64{light.quantile(q, noOne)}, []float64{4})
	}
	near(t, "without 4", []float64{a.quantile(0.25, 1), a.quantile(0.375, 1)}, []float64{1, 5})
	near(t, "without 9", []float64{a.quantile(0.75, 2), a.quantile(1, 2), light.quantile(1, 2)}, []float64{2.5, 4, 1})
}

func TestEncodersNeedTheWeightsTheyCountBy(t *testing.T) {
	all := weighed(20)
	all.Weights = nil
	for typ := range inSample() {
		e := newEncoder(t, typ, map[string]any{"sample_weight": true})
		if err := e.Check(all); err == nil || !strings.Contains(err.Error(), `weights = "…", or leave sample_weight out`) {
			t.Errorf("%s: %v", typ, err)
		}
	}
	joined := newEncoder(t, "compose", map[string]any{"parts": []any{part("target", map[string]any{"sample_weight": true})}})
	if err := joined.Check(all); err == nil || !strings.Contains(err.Error(), "part 0: sample_weight") {
		t.Errorf("a part: %v", err)
	}
	all.Weights = slices.Repeat([]float64{1e308}, 20)
	if err := joined.Check(all); err == nil || !strings.Contains(err.Error(), "too large to be summed") {
		t.Errorf("large weights: %v", err)
	}
}
