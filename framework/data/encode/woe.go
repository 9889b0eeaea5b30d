package encode

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
)

// evidence is the weight of evidence of a value that n rows have, S of N rows being of the
// class:
//
//	ln ((s + r) / (S + 2r)) − ln ((n − s + r) / (N − S + 2r)),
//
// and 0 of one that at most one row has.
func evidence(regularization float64) func(share) float64 {
	r := regularization
	return func(c share) float64 {
		if c.rows <= 1 {
			return 0
		}
		return elementary.Log((c.successes + r) / (c.allSuccess + float64(2*r)) /
			((c.rows - c.successes + r) / (c.all - c.allSuccess + float64(2*r))))
	}
}

// woe makes weights of evidence.
type woe struct {
	perClass
	Regularization float64 `json:"regularization"`
}

func woeKind() kind {
	return estimateKind("woe", "has 0", contract.Param{Name: "regularization", Type: "number", Default: 1.,
		Above: contract.Bound(0), Doc: "r, which is added to the numbers of rows."},
		func() settings { return &woe{} })
}

func (e *woe) fit(b *builder) func(v variable) {
	return b.eachHolding(e.holding, func(v variable, held *heldOut) {
		b.addEstimates(&estimates{of: evidence(e.Regularization), setting: fmt.Sprint(e.Regularization)}, v, e.grouping, held)
	})
}
