package prepare

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Bytes estimates the largest space that matrices take at one time if some
// workers are busy: those of two neighbouring blocks, each fold with its own
// where the encoder is fitted to more than scale, and for each worker those of
// inner folds and the scores.
func (p *Prepared) Bytes(workers int) int64 {
	var largest int64
	for _, b := range p.Blocks {
		levels, scores := 0, int64(0)
		for _, item := range b.Items {
			levels = max(levels, b.innerLevels(item))
			scores = max(scores, b.scoreBytes(item, p.Plan.ScoresTraining()))
		}
		largest = max(largest, b.bytes()*int64(2+levels*workers)+scores*int64(workers))
	}
	return largest
}

// scoreBytes is about how much the scores of an item take: those of all problems
// as the learner writes them, and those of a cell as its reducer gets them.
func (b *Block) scoreBytes(item Item, training bool) int64 {
	problems := 0
	for _, c := range item.Cells {
		for _, stage := range b.Stages(c) {
			columns := 1
			if stage.Task() == contract.Multiclass {
				columns = b.Dataset.Table.Target.K()
			}
			problems += stage.Count() * columns
		}
	}
	rows := b.rows()
	if !training && !b.single() {
		rows = rows/max(1, b.Dataset.Repeats[b.Repeat].Folds) + 1
	}
	const width = 8
	return 2 * width * int64(rows) * int64(problems)
}

func (b *Block) bytes() (most int64) {
	for _, candidate := range b.Encoder.Trained() {
		most = max(most, b.bytesBy(candidate))
	}
	return most
}

func (b *Block) bytesBy(by *experiment.Instance) int64 {
	t, rows := b.Dataset.Table, b.rows()
	encoder, err := Encoder(by, nil)
	if err != nil {
		return 0 // the cells will say so
	}
	matrices := 1
	if !b.single() && encoder.Refitted(t) {
		matrices = b.Dataset.Repeats[b.Repeat].Folds
	}
	return int64(matrices) * encoder.Bytes(t, rows)
}

// rows is the number of rows of a matrix: those of the dataset, and the copies
// of those that count several times.
func (b *Block) rows() int {
	repeat := b.whole()
	n := 0
	for id := range repeat.Test {
		n += repeat.Copies(id)
	}
	if b.Part == nil {
		return n
	}
	tested := lists.Count(repeat.Test, func(f int) bool { return f == b.Part.Fold })
	return tested + fold.PartRows(n-tested, b.Part.Size)
}
