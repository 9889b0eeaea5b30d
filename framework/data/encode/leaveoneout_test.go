package encode

import (
	"fmt"
	"slices"
	"testing"
)

// Rows that are left out one at a time get what encoders of category_encoders make of them
// that are fitted to all others.
func TestLeaveOneOutLikeCategoryEncoders(t *testing.T) {
	var want struct {
		Classes   map[string][][]float64
		Quantiles map[string][]float64
	}
	readJSON(t, "testdata/leave_one_out.json", &want)
	v := readReferences(t)
	all, train := v.classed(), upTo(v.Train)
	all.Quantity = append(slices.Clone(v.Price), make([]float64, all.Rows-v.Train)...)
	if len(want.Classes) != 5 || len(want.Quantiles) != 3 {
		t.Fatalf("%d and %d cases", len(want.Classes), len(want.Quantiles))
	}
	for name, values := range want.Classes {
		typ, config := configOf(name)
		config["leave_one_out"] = true
		closeTo(t, name, fillTraining(t, fit(t, newEncoder(t, typ, config), all, train), all, train), byRow(values))
	}
	for name, values := range want.Quantiles {
		var q, m float64
		if _, err := fmt.Sscan(name, &q, &m); err != nil {
			t.Fatal(err)
		}
		e := newEncoder(t, "quantile", map[string]any{"quantiles": []any{q}, "m": m, "leave_one_out": true})
		closeTo(t, name, fillTraining(t, fit(t, e, all, train), all, train), values)
	}
}

// leaving are encoders that leave training rows out one at a time.
func leaving() map[string][]map[string]any {
	return map[string][]map[string]any{
		"target": {{"counts": true, "prior": 0}, {"prior_weight": 2}},
		"woe":    {{}, {"rare_below": 5}},
		"james_stein": {{}, {"model": "pooled"}, {"model": "beta", "pairs": true},
			{"model": "pooled", "rare_below": 5}},
		"quantile": {{}, {"quantiles": []any{0, 0.3, 1}, "m": 3}},
	}
}

// What a row gets that is left out does not depend on its class, or its number, in any bit,
// whether rows have weights or not.
func TestRowsThatAreLeftOutTellNothing(t *testing.T) {
	train := upTo(60)
	for typ, configs := range leaving() {
		for i := range 2 * len(configs) {
			config := configs[i/2]
			config["leave_one_out"], config["sample_weight"] = true, i%2 == 1
			e := newEncoder(t, typ, config)
			clean, spoilt := weighed(60), weighed(60)
			want, changed := fillTraining(t, fit(t, e, clean, train), clean, train), 0
			width := len(want) / 60
			for row := range train {
				class, number := clean.Truth.Class[row], clean.Quantity[row]
				spoilt.Truth.Class[row], spoilt.Quantity[row] = (class+1)%3, number+3.7
				got := fillTraining(t, fit(t, e, spoilt, train), spoilt, train)
				if !slices.Equal(got[row*width:(row+1)*width], want[row*width:(row+1)*width]) {
					t.Fatalf("%s %v: row %d knows itself", typ, config, row)
				}
				if !slices.Equal(got, want) {
					changed++
				}
				spoilt.Truth.Class[row], spoilt.Quantity[row] = class, number
			}
			if changed < 30 {
				t.Errorf("%s %v: %d rows change anything", typ, config, changed)
			}
		}
	}
}
