package fold

import (
	"math"

	"github.com/manyclass/bench/framework/base/target"
)

// heldParts is the number of parts from which Held takes those that are tested.
const heldParts = 20

// Held divides the training rows of a fold once more, as Inner does, but into one
// test part, fold 0, and rows that always train. Of the parts of Inner, at most
// twenty, every so many are tested that the share of the rows, at most one half,
// is met to the nearest part. No two neighbours are tested, so that a class whose
// rows are dealt to several parts both trains and, where it has enough of them, is
// tested.
func Held(t target.Target, truth target.Rows, outer Repeat, number int, share float64, seed uint64) (Repeat, error) {
	held, err := Inner(t, truth, outer, number, heldParts, seed)
	if err != nil {
		return Repeat{}, err
	}
	parts := held.Folds
	tested := min(max(1, int(math.Round(share*float64(parts)))), parts/2)
	for row, part := range held.Test {
		switch {
		case part < 0: // Out or Never
		case (part+1)*tested/parts > part*tested/parts:
			held.Test[row] = 0
		default:
			held.Test[row] = Never
		}
	}
	held.Folds = 1
	return held, nil
}
