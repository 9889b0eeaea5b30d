package encode

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestQuantilesLikeCategoryEncoders(t *testing.T) {
	v := readReferences(t)
	all := v.classed()
	all.Quantity = append(slices.Clone(v.Price), make([]float64, all.Rows-v.Train)...)
	train, test := upTo(v.Train), upTo(all.Rows)[v.Train:]
	if len(v.Quantiles) != 3 {
		t.Fatalf("%d cases", len(v.Quantiles))
	}
	for name, want := range v.Quantiles {
		var q, m float64
		if _, err := fmt.Sscan(name, &q, &m); err != nil {
			t.Fatal(err)
		}
		e := newEncoder(t, "quantile", map[string]any{"quantiles": []any{q}, "m": m})
		closeTo(t, name, fill(t, fit(t, e, all, train), all, test), want[0])
		b := &builder{Fitted: &Fitted{}, table: all, rows: train}
		held := b.newHeldOut(holding{InSample: true})
		fold := make([]int32, len(train))
		for i := range fold {
			fold[i] = int32(i % 3)
		}
		held.divide(b, fold, 3)
		e.(*encoder).settings.(*quantile).add(b, newVariable(all, 0), held)
		b.finish()
		closeTo(t, name+" out of fold", fillTraining(t, b.Fitted, all, train), want[1])
	}
}

func TestQuantilesOfFewRows(t *testing.T) {
	all := labelled([]string{"x", "y", "x", "y", "x"}, categorical("c", "a", "a", "b", "b", "z"))
	all.Quantity = []float64{1, 3, 5, 9, math.NaN()}
	f := fit(t, newEncoder(t, "quantile", map[string]any{"quantiles": []any{0, 0.5}, "m": 2, "in_sample": true}), all, upTo(4))
	if !slices.Equal(names(f), []string{"c~q0", "c~q0.5"}) {
		t.Errorf("%q", names(f))
	}
	near(t, "a and unseen", fill(t, f, all, []int{0, 4}), []float64{1, 3, 1, 4})
	if got := fillTraining(t, f, all, []int{0}); !slices.Equal(got, []float64{1, 3}) {
		t.Errorf("in the sample: %v", got)
	}
	single := table(categorical("c", "a", "b", "c", "d", "z"))
	single.Target, single.Truth, single.Quantity = all.Target, all.Truth, all.Quantity
	f = fit(t, newEncoder(t, "quantile", nil), single, upTo(4))
	near(t, "a value a row", fill(t, f, single, upTo(4)), []float64{4, 4, 4, 4})
	all.Quantity = nil
	if err := newEncoder(t, "quantile", nil).Check(all); err == nil || !strings.Contains(err.Error(), "quantiles are for classes") {
		t.Error(err)
	}
}
