package smooth

import (
	"math"
	"testing"

	"github.com/manyclass/bench/plugins/internal/linear"
)

// Refresh inverts penalty + Σ 2·c_i·x_i·x_iᵀ over the rows within the margin, when
// there are rows and steps enough.
func TestRefresh(t *testing.T) {
	f, ranges := data(100, 4)
	d := NewDesign(f, ranges, nil, nil, FreeIntercept)
	c := NewColumns(d, linear.SquaredHinge, 1, columns, 1)
	x := []float64{0.3, -0.2, 0.5, 0.1, 0.05, 0, 0, 0}
	for number, column := range columns {
		if c.Refresh(number, x, leastSteps-1) != nil {
			t.Error("refreshed after few steps")
		}
		multiply := c.Refresh(number, x, leastSteps)
		if multiply == nil {
			t.Fatal("not refreshed")
		}
		v, hv, got := []float64{1, -2, 3, 0.5, 2, 0, 0, 0}, make([]float64, 8), make([]float64, 8)
		for j := range hv {
			hv[j] = d.Penalty[j] * v[j]
		}
		for _, s := range d.Segments {
			for i := s.Start; i < s.End; i++ {
				f, along := 0.0, 0.0
				for j, e := range d.row(i) {
					f += e * x[j]
					along += e * v[j]
				}
				if y := float64(column.Target[s.Class]); y == 0 || y*f >= 1 {
					continue
				}
				for j, e := range d.row(i) {
					hv[j] += 2 * column.Weight[s.Class] * along * e
				}
			}
		}
		multiply(got, hv)
		for j := range v {
			if math.Abs(got[j]-v[j]) > 1e-9 {
				t.Errorf("problem %d: H⁻¹·H·v is %v, want %v", number, got, v)
				break
			}
		}
	}
	if NewColumns(d, linear.Logistic, 1, columns, 1).Refresh(0, x, 1000) != nil {
		t.Error("the logistic loss is refreshed")
	}
}
