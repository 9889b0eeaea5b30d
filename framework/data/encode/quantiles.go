package encode

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// quantile makes quantiles of the number that classes were made from.
type quantile struct {
	attributes
	Quantiles []float64 `json:"quantiles"`
	M         float64   `json:"m"`
}

func quantileKind() kind {
	return kind{contract.Component{Name: "quantile", Params: scaled(
		contract.Param{Name: "quantiles", Type: "list(number)", Min: contract.Bound(0), Max: contract.Bound(1),
			Doc: "Which quantiles; [0.5] by default."},
		contract.Param{Name: "m", Type: "number", Default: 1., Min: contract.Bound(0),
			Doc: "How many rows the quantile of all rows counts for."},
		foldsParam, leaveOneOutParam, inSampleParam, sampleWeightParam, pairsParam, rareBelowParam,
		unseenCounted("has q"),
	)}, func() settings { return &quantile{} }}
}

// check checks that there are quantiles, and sets the default.
func (e *quantile) check() []contract.Diagnostic {
	if e.Quantiles == nil {
		e.Quantiles = []float64{0.5}
	}
	if len(e.Quantiles) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"quantiles"}, "quantiles is empty",
			"Write for example quantiles = [0.25, 0.5, 0.75].")}
	}
	for i, q := range e.Quantiles {
		if slices.Contains(e.Quantiles[:i], q) {
			return []contract.Diagnostic{contract.Errorf([]any{"quantiles", i}, fmt.Sprintf("quantile %v is a duplicate", q),
				"Remove one of them.")}
		}
	}
	return nil
}

func (*quantile) takes(t *data.Table) error { return checkQuantity(t, "quantiles") }

func (e *quantile) fit(b *builder) func(v variable) {
	return b.eachHolding(e.holding, func(v variable, held *heldOut) { e.add(b, v, held) })
}

func (e *quantile) most(variable, int) (width, nonzero int) {
	return len(e.Quantiles), len(e.Quantiles)
}

// add appends the quantiles of a variable.
func (e *quantile) add(b *builder, v variable, held *heldOut) {
	s := &summaries{counted: b.count(v, e.grouping, held), feature: len(b.Columns), shares: e.Quantiles, m: e.M}
	s.estimateAll(s.sorted(b))
	for _, q := range s.shares {
		b.feature(s.name+"~q"+strconv.FormatFloat(q, 'g', -1, 64), contract.NumericColumn)
	}
	b.source(s, len(s.shares))
}
