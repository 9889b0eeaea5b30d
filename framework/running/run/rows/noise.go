package rows

import (
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/prepare"
)

// noisy is a block of one fold whose dataset has label noise: rows that the fold tests keep
// their classes, all others have those they are trained with, so that encoders, inner folds
// and calibration see what the learner sees.
func noisy(b *prepare.Block, seed uint64) *prepare.Block {
	noise := b.Dataset.LabelNoise
	if noise == nil || len(b.Items) == 0 {
		return b
	}
	table := *b.Dataset.Table
	seed = plan.Seed(seed, "label noise", table.SHA256)
	if noise.Seed != nil {
		seed = *noise.Seed
	}
	table.Truth.Class = mislabelled(table.Truth.Class, table.Target.K(), *noise, seed)
	number := b.Items[0].Fold
	for row, test := range b.Division().Test {
		if test == number {
			table.Truth.Class[row] = b.Dataset.Table.Truth.Class[row]
		}
	}
	dataset, block := *b.Dataset, *b
	dataset.Table, block.Dataset = &table, &dataset
	return &block
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
