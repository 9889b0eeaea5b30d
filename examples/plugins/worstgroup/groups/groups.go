// Package groups is a metric: how well the group of rows is predicted that is predicted
// worst (Sagawa, Koh, Hashimoto and Liang, Distributionally robust neural networks for
// group shifts, ICLR 2020).
package groups

import (
	"errors"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// Component describes the metric.
func Component() contract.Component {
	return contract.Component{
		Kind: contract.KindMetric, Name: "worst_group",
		Doc: "Accuracy on the group of rows that is predicted worst, by the weights of rows if they have any.",
		Params: []contract.Param{
			{Name: "least", Type: "number", Integer: true, Min: contract.Bound(1), Default: 1.0,
				Doc: "Rows that a group must have to count."},
		},
		Capabilities: contract.Capabilities{
			Properties: contract.Deterministic, Facts: []contract.RowFact{contract.RowGroups}},
		NewMetric: func(c contract.Config) (contract.Metric, error) {
			var m Worst
			err := c.Decode(&m)
			return m, err
		},
	}
}

// Worst is the metric.
type Worst struct {
	Least int `json:"least"`
}

// Compute returns the least accuracy of a group, NaN where no group has enough rows.
func (w Worst) Compute(o contract.Outcome) (float64, error) {
	if o.Groups == nil {
		return 0, errors.New("there are no groups") // bench asks for none such: see Facts
	}
	type group struct{ rows, right, all float64 }
	of := map[int]*group{}
	for i, number := range o.Groups {
		g := of[number]
		if g == nil {
			g = &group{}
			of[number] = g
		}
		weight := 1.0
		if o.Weights != nil {
			weight = o.Weights[i]
		}
		g.rows++
		g.all += weight
		if o.Truth[i] == o.Predicted[i] {
			g.right += weight
		}
	}
	worst := math.NaN()
	for _, g := range of {
		if share := g.right / g.all; g.rows >= float64(w.Least) && !(share >= worst) {
			worst = share
		}
	}
	return worst, nil
}
