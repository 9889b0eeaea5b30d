package run

import (
	"errors"
	"fmt"
	"os"

	"github.com/manyclass/bench/framework/fold"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
)

// inner divides the training rows of a fold once more and returns them as a
// block of its own, whose encoders are fitted to inner training rows. Its
// matrices stand in a folder below scratch until it is closed. All that divides
// one fold into as many parts gets the same parts.
func (b *block) inner(number, folds int, scratch string) (*block, error) {
	outer := b.Dataset.Repeats[b.Repeat]
	within := append(b.within[:len(b.within):len(b.within)], fmt.Sprint(b.Repeat, number))
	seed := plan.Seed(b.seed, append([]string{"inner folds", b.Dataset.Table.SHA256}, within...)...)
	repeat, err := fold.Inner(b.Dataset.Table.Target, b.Dataset.Table.Truth, outer, number, folds, seed)
	if err != nil {
		return nil, err
	}
	if b.Dataset.Table.Target.MultiLabel {
		testAll(&repeat)
	}
	dir, err := os.MkdirTemp(scratch, "inner-")
	if err != nil {
		return nil, &scratchError{err}
	}
	dataset := *b.Dataset
	dataset.Repeats = []fold.Repeat{repeat}
	in := &block{
		Block: &prepare.Block{Dataset: &dataset, Encoder: b.Encoder}, seed: b.seed, within: within, dir: dir, given: b.given.rowsOnly(),
		folds: map[int]*foldFeatures{}, layouts: map[string]*layout{},
	}
	for f := range repeat.Folds {
		in.folds[f] = &foldFeatures{items: 1}
	}
	return in, nil
}

// testAll has the folds test the rows that would always train, in turn, those of a
// group together: a model of a class or label that no other row has, or of a label
// that all others have, is then a constant one.
func testAll(r *fold.Repeat) {
	next, given := 0, map[int]int{} // folds, and those of groups
	for row, test := range r.Test {
		if test != fold.Never {
			continue
		}
		r.Test[row] = next % r.Folds
		if r.Group != nil {
			if before, ok := given[r.Group[row]]; ok {
				r.Test[row] = before
				continue
			}
			given[r.Group[row]] = r.Test[row]
		}
		next++
	}
}

// count is the number of folds of the block's repeat.
func (b *block) count() int { return b.Dataset.Repeats[b.Repeat].Folds }

// close removes the matrices of an inner block.
func (b *block) close() {
	for _, f := range b.folds {
		if f.layout != nil {
			f.layout.dense.remove()
			f.layout.sparse.remove()
		}
	}
	if b.given != nil {
		b.given.files.Close()
	}
	_ = os.RemoveAll(b.dir)
}

// ours reports whether an error is trouble of bench's own, which ends the run.
func ours(err error) bool {
	var own *scratchError
	return errors.As(err, &own)
}
