package prepare

import (
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/results/plan"
)

// Noisy is the dataset as a fold sees it if it has label noise: rows that the fold tests keep
// their classes, all others have those they are trained with, so that encoders, inner folds
// and calibration see what the learner sees. Test has the fold that tests each row.
func (d *Dataset) Noisy(seed uint64, test []int, number int) *Dataset {
	noise := d.LabelNoise
	if noise == nil {
		return d
	}
	table := *d.Table
	seed = plan.Seed(seed, "label noise", table.SHA256)
	if noise.Seed != nil {
		seed = *noise.Seed
	}
	table.Truth.Class = mislabelled(table.Truth.Class, table.Target.K(), *noise, seed)
	for row, of := range test {
		if of == number {
			table.Truth.Class[row] = d.Table.Truth.Class[row]
		}
	}
	noisy := *d
	noisy.Table = &table
	return &noisy
}

// mislabelled are the classes of rows with noise, of k classes. What happens to a row does
// not depend on the fold.
func mislabelled(class []int, k int, noise source.LabelNoise, seed uint64) []int {
	random := rand.New(rand.NewPCG(seed, 0))
	class = slices.Clone(class)
	for row, c := range class {
		wrong, step := random.Float64() < noise.Rate, 1+random.IntN(k-1)
		if noise.Kind == source.PairNoise {
			step = 1
		}
		if wrong && c >= 0 {
			class[row] = (c + step) % k
		}
	}
	return class
}
