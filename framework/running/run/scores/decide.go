package scores

import (
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/evaluation/decision"
)

// Cheapest predicts for every row the class of least expected cost. It needs probabilities, as
// Likeliest and Together do.
func (d Decoded) Cheapest(costs cost.Matrix) {
	k := len(costs)
	for i := range d.Predicted.Class {
		d.Predicted.Class[i] = costs.Least(d.Probabilities[i*k : (i+1)*k])
	}
}

// Likeliest predicts for every row the class of the largest of k probabilities, of equal ones the first.
func (d Decoded) Likeliest(k int) {
	for i := range d.Predicted.Class {
		best := 0
		for class, p := range d.Probabilities[i*k : (i+1)*k] {
			if p > d.Probabilities[i*k+best] {
				best = class
			}
		}
		d.Predicted.Class[i] = best
	}
}

// Together predicts one of k classes, or as many labels as were predicted of a row, for the largest
// expected measure of all rows, which take turns in some order.
func (d *Decoded) Together(m decision.Measure, k int, order []int, weights []float64) {
	if d.Predicted.Class == nil {
		y := d.Predicted.Y.Table(k)
		decision.Ascend(m, d.Probabilities, y, k, order, weights)
		d.Predicted.Y = target.Listed(y, k)
		return
	}
	y := make([]int8, len(d.Probabilities))
	for i, class := range d.Predicted.Class {
		y[i*k+class] = 1
	}
	decision.Ascend(m, d.Probabilities, y, k, order, weights)
	for at, has := range y {
		if has != 0 {
			d.Predicted.Class[at/k] = at % k
		}
	}
}
