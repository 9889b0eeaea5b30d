package kernelised

import (
	"context"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// solve takes working sets until no pair of rows violates optimality by more than tol.
func (d *dual) solve(ctx context.Context) (contract.End, error) {
	set := d.first()
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		gap := d.gap()
		if math.IsNaN(gap) || math.IsInf(gap, 0) {
			return "", errOverflow
		}
		if gap <= d.tol {
			if d.spent == 0 || !d.drifted() {
				return contract.Tolerance, nil
			}
			d.refresh()
			continue
		}
		if d.left <= 0 {
			return contract.MaxIter, nil
		}
		if set == nil {
			set = d.next()
		}
		moved, err := d.improve(ctx, set, max(d.tol, narrower*gap))
		if err != nil {
			return "", err
		}
		if !moved {
			if d.spent == 0 {
				return contract.Stalled, nil
			}
			d.refresh()
		}
		set = nil
	}
}

// improve minimises over the β of a working set until its violation is within tol, and
// reports whether any β has moved.
func (d *dual) improve(ctx context.Context, set []int32, tol float64) (bool, error) {
	if d.wide {
		d.need(d.columns(set[:min(len(set), d.most())]))
	}
	w := newWorking(d, set)
	steps, err := w.minimize(ctx, tol)
	if err != nil {
		return false, err
	}
	d.left -= steps
	d.spent += steps
	if len(set) == len(d.y) {
		copy(d.e, w.e)
		copy(d.beta, w.beta)
		return steps > 0, nil
	}
	var rows []int32
	var by []float64
	for k, i := range set {
		if change := w.beta[k] - d.beta[i]; change != 0 {
			rows, by = append(rows, i), append(by, change)
			d.beta[i] = w.beta[k]
		}
	}
	d.subtract(rows, by)
	return len(rows) > 0, nil
}
