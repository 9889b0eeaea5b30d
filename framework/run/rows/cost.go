package rows

import (
	"slices"

	"github.com/manyclass/bench/framework/cost"
	"github.com/manyclass/bench/framework/plan"
)

// ByCost returns what the training rows weigh in a problem of classes: in proportion to
// their own weight times that of their class by the costs of the dataset, with the sum
// that their own weights have. For the problem of all classes these are the weights of
// WEKA's cost-sensitive classifiers (Ting, "An instance-weighting method to induce
// cost-sensitive trees", IEEE TKDE 14, 2002). Rows that the problem leaves out weigh 1.
func (f *Fold) ByCost(p plan.Problem) []float64 {
	column := p.Column()
	of := cost.Matrix(f.Block.Dataset.Table.Target.Costs).Weights(column)
	weights := f.Block.Weights(f.Train)
	if weights == nil {
		weights = slices.Repeat([]float64{1}, CountRows(f.Train))
	}
	before, after, at := 0.0, 0.0, 0
	each := func(change func(class, row int)) {
		at = 0
		for _, r := range f.Train {
			for range r.End - r.Start {
				if column == nil || column[r.Class] != 0 {
					change(r.Class, at)
				}
				at++
			}
		}
	}
	each(func(class, row int) {
		before += weights[row]
		weights[row] *= of[class]
		after += weights[row]
	})
	each(func(_, row int) { weights[row] *= before / after })
	return weights
}
