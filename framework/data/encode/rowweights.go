package encode

import (
	"errors"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// sampleWeightParam is the attribute of types that count rows.
var sampleWeightParam = contract.Param{Name: "sample_weight", Type: "bool", Doc: "Counts rows by their weights " +
	"(weights in the dataset block): a row of weight 2 counts as two rows would, except for rare_below and folds, which " +
	"count rows. Weights are rounded to multiples of a power of two, such that the training rows have less than 2^52 of " +
	"them and sums are exact. false by default."}

// rowWeights are what the rows of a table count; nil where all count alike.
type rowWeights []float64

// of is what a row counts.
func (w rowWeights) of(row int) float64 {
	if w == nil {
		return 1
	}
	return w[row]
}

// weights returns the weights of rows. They are rounded to multiples of a power
// of two, of which the training rows together have less than 2^52, so that their sums and
// differences are exact: what is counted over some rows is then the same, to the last bit,
// whether others are never added or taken away, and no row learns its own class by
// rounding. Whole weights stay as they are.
func (b *builder) weights() rowWeights {
	sum := 0.0
	for _, row := range b.rows {
		sum += b.table.Weights[row]
	}
	_, exponent := math.Frexp(sum) // sum < 2^exponent
	list := make(rowWeights, b.table.Rows)
	for row, w := range b.table.Weights {
		list[row] = math.Ldexp(math.RoundToEven(math.Ldexp(w, 52-exponent)), exponent-52)
	}
	return list
}

// checkWeights refuses to count by weights that a table does not have, or that are too
// large to be summed.
func checkWeights(t *data.Table) error {
	if t.Weights == nil {
		return errors.New(`sample_weight = true counts rows by their weights, and the dataset has none: name their column ` +
			`in its block, weights = "…", or leave sample_weight out`)
	}
	sum := 0.0
	for _, w := range t.Weights {
		sum += w
	}
	if math.IsInf(sum, 0) {
		return errors.New("the row weights are too large to be summed; divide them by their mean")
	}
	return nil
}
