package step

import (
	"encoding/json"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
)

// Costs is the attribute of a reduction whose problems depend on what predictions cost, for its
// configuration to embed.
type Costs struct {
	Costs json.RawMessage `json:"costs"` // nil if not written: every mistake costs 1
}

// CostsParam is its parameter.
func CostsParam() contract.Param {
	return cost.Param("What predictions cost, as in a dataset block. A learner of binary problems must then support row " +
		"weights. Default: every mistake costs 1.")
}

// Written are the costs before the classes are known; what is wrong with them is added to ds.
func (c Costs) Written(ds *Diagnostics) (w cost.Written) {
	if c.Costs == nil {
		return w
	}
	err := json.Unmarshal(c.Costs, &w)
	*ds = append(*ds, cost.Diagnostics(err)...)
	return w
}

// Of are the costs for some classes, nil if none are written; what is wrong with them is added to ds.
func (c Costs) Of(classes []string, ds *Diagnostics) cost.Matrix {
	m, err := c.Written(ds).Of(classes)
	*ds = append(*ds, cost.Diagnostics(err)...)
	return m
}

// WithWeights is the capability that a reduction needs if rows weigh by their costs.
func (c Costs) WithWeights() contract.Property { return contract.TakesWeights.If(c.Costs != nil) }
