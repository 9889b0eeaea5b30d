package conformal

import (
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

func points(v reference) Points {
	return Points{Dimension: 3, Values: v.Points, Weights: slices.Repeat([]float64{1}, len(v.Covered)),
		Covered: lists.Map(v.Covered, func(c int) bool { return c == 1 })}
}

// The worst slabs in some directions are those of covmetrics, which MAPIE calls.
func TestWorstSlabs(t *testing.T) {
	v := readReference(t)
	for _, s := range v.Slabs {
		for d, direction := range v.Directions {
			if got := points(v).worst(direction, s.Share); !near(got.coverage, s.Coverage[d]) {
				t.Errorf("share %v, direction %d: coverage %v, want %v", s.Share, d, got.coverage, s.Coverage[d])
			} else if again := points(v).coverage(got); !near(again, got.coverage) {
				t.Errorf("share %v, direction %d: the points of the slab have coverage %v, not %v", s.Share, d, again,
					got.coverage)
			}
		}
	}
}

// Points at one place are in a slab together.
func TestSlabOfEqualPoints(t *testing.T) {
	p := Points{Dimension: 1, Values: []float64{1, 1, 1, 1, 2, 2, 2, 2}, Weights: slices.Repeat([]float64{1}, 8),
		Covered: []bool{true, false, false, true, true, true, true, true}}
	if got := p.worst([]float64{1}, 0.2); got.coverage != 0.5 || got.low != 1 || got.high != 1 {
		t.Errorf("worst slab %+v", got)
	}
}

// One part of the points chooses the slab, and the others say its coverage.
func TestWorstSlab(t *testing.T) {
	p := Points{Dimension: 1, Weights: slices.Repeat([]float64{1}, 40)}
	var choose []bool
	for i := range 40 {
		at := float64(i / 2)
		p.Values = append(p.Values, at)
		p.Covered = append(p.Covered, at >= 5 || i%4 == 1)
		choose = append(choose, i%2 == 0)
	}
	if got := WorstSlab(p, 0.25, 10, choose, 1); !near(got, 0.6) {
		t.Errorf("coverage %v, want that of the five points from 0 to 4, of which three are covered", got)
	}
	if got := WorstSlab(p, 0.25, 10, make([]bool, 40), 1); !math.IsNaN(got) {
		t.Errorf("coverage %v where no point chooses", got)
	}
}
