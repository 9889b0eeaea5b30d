package scores

import (
	"errors"

	"github.com/manyclass/bench/framework/contract/cost"
)

// Cheapest predicts for every row the class of least expected cost.
func (d Decoded) Cheapest(costs cost.Matrix) error {
	if d.Probabilities == nil {
		return errors.New(`the reducer gives no probabilities, which predict = "cost" needs`)
	}
	k := len(costs)
	for i := range d.Predicted.Class {
		d.Predicted.Class[i] = costs.Least(d.Probabilities[i*k : (i+1)*k])
	}
	return nil
}
