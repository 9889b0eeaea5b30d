package encode

import (
	"math"
	"slices"
	"testing"
)

// Log-odds ratios are those that follow from their definition, and in these cases, in which
// its search for the variance between values does not end early, those of category_encoders
// as far as its single precision goes.
func TestLogOddsLikeCategoryEncoders(t *testing.T) {
	var v struct {
		Cases []struct {
			Col, Asked []string
			Y          []int
			Exact      []float64
			Theirs     []float64 `json:"category_encoders"`
		}
	}
	readJSON(t, "testdata/log_odds.json", &v)
	if len(v.Cases) != 6 {
		t.Fatalf("%d cases", len(v.Cases))
	}
	for i, c := range v.Cases {
		all := table(categorical("col", slices.Concat(c.Col, c.Asked)...))
		all.Target.Names = []string{"0", "1"}
		all.Truth.Class = append(slices.Clone(c.Y), make([]int, len(c.Asked))...)
		f := fit(t, newEncoder(t, "james_stein", map[string]any{"model": "binary"}), all, upTo(len(c.Col)))
		got := column(t, f, fill(t, f, all, upTo(all.Rows)[len(c.Col):]), "col~1")
		closeTo(t, "exact", got, c.Exact)
		for j, want := range c.Theirs {
			if !(math.Abs(got[j]-want) <= 2e-7) {
				t.Errorf("case %d, %s: %v, category_encoders has %v", i, c.Asked[j], got[j], want)
			}
		}
	}
}
