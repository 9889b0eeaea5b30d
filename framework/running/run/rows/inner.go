package rows

import (
	"fmt"
	"os"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/outside"
)

// Inner divides the training rows of a fold once more and returns them as a
// block of its own, whose encoders are fitted to inner training rows. Its
// matrices stand in a folder below scratch until it is closed. All that divides
// one fold into as many parts gets the same parts. With all set, and of multi-label
// data, every row is tested.
func (b *Block) Inner(number, folds int, all bool, scratch string) (*Block, error) {
	target := b.Dataset.Table.Target
	repeat, err := fold.Inner(target, b.Dataset.Table.Truth, b.Division(), number, folds, b.innerSeed(number))
	if err != nil {
		return nil, err
	}
	if all || target.MultiLabel {
		testAll(&repeat)
	}
	return b.divided(repeat, number, scratch)
}

// Held divides the training rows of a fold as Inner does, but once: a share of
// them is tested.
func (b *Block) Held(number int, share float64, scratch string) (*Block, error) {
	repeat, err := fold.Held(b.Dataset.Table.Target, b.Dataset.Table.Truth, b.Division(), number, share,
		b.innerSeed(number))
	if err != nil {
		return nil, err
	}
	return b.divided(repeat, number, scratch)
}

// OnPart is the block of a fold that trains on a share of its training rows: shares of a
// fold are nested, with about equal shares of the classes. It is to be closed.
func (b *Block) OnPart(number int, share float64, scratch string) (*Block, error) {
	if rows := b.TrainingRows()[number]; fold.PartRows(rows, share) == 0 {
		return nil, fmt.Errorf("%.3g %% of %d training rows are none", 100*share, rows)
	}
	dir, err := os.MkdirTemp(scratch, "part-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	block := *b.Block
	block.Part = &prepare.Part{Fold: number, Size: share,
		Seed: b.Seed("training parts", b.Dataset.Table.SHA256, fmt.Sprint(number))}
	part := newBlock(&block, b.seed, dir)
	part.within = b.within
	part.use(number)
	return part, nil
}

// LeavesOne reports whether each fold of a block tests one row and trains on all others,
// with the same features in each.
func (b *Block) LeavesOne(by outside.By) (bool, error) {
	repeat := b.Division()
	if !repeat.LeavesOne() || b.derived != nil {
		return false, nil
	}
	if err := b.prepareFolds(by); err != nil {
		return false, err
	}
	for _, f := range b.folds {
		if f.err != nil || len(b.layouts) > 1 || f.fitted.Shift != nil {
			return false, f.err
		}
	}
	return true, nil
}

// LeavingOne is the block of a fold in which its training rows are tested, each by models
// that are trained without it.
func (b *Block) LeavingOne(number int, scratch string) (*Block, error) {
	dir, err := os.MkdirTemp(scratch, "inner-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	in := newBlock(b.Block, b.seed, dir)
	in.within, in.leavesOne = b.innerPath(number), true
	in.use(number)
	return in, nil
}

// EncodedBy is the block with another encoder, for one fold. It is to be closed.
func (b *Block) EncodedBy(encoder *experiment.Instance, number int, scratch string) (*Block, error) {
	dir, err := os.MkdirTemp(scratch, "encoded-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	block := *b.Block
	block.Encoder = encoder
	other := newBlock(&block, b.seed, dir)
	other.within, other.scoreTrain = b.within, b.scoreTrain
	other.use(number)
	return other, nil
}

// innerPath says where the inner folds of a fold lie within outer ones.
func (b *Block) innerPath(number int) []string {
	return append(b.within[:len(b.within):len(b.within)], fmt.Sprint(b.Repeat, number))
}

func (b *Block) innerSeed(number int) uint64 {
	return plan.Seed(b.seed, append([]string{"inner folds", b.Dataset.Table.SHA256}, b.innerPath(number)...)...)
}

// divided is a block of the training rows of a fold, divided as repeat says.
func (b *Block) divided(repeat fold.Repeat, number int, scratch string) (*Block, error) {
	dir, err := os.MkdirTemp(scratch, "inner-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	dataset := *b.Dataset
	dataset.Repeats = []fold.Repeat{repeat}
	in := newBlock(&prepare.Block{Dataset: &dataset, Encoder: b.Encoder, Planned: b.Planned}, b.seed, dir)
	in.within, in.derived = b.innerPath(number), b.derived.rowsOnly()
	for f := range repeat.Folds {
		in.use(f)
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

// Folds is the number of folds of the block's repeat.
func (b *Block) Folds() int { return b.Dataset.Repeats[b.Repeat].Folds }

// Close removes the matrices of a block that is not the experiment's, and what it
// was derived from.
func (b *Block) Close() {
	for _, f := range b.folds {
		if f.layout != nil {
			f.layout.remove()
		}
	}
	b.derived.close()
	b.derived = nil
	_ = os.RemoveAll(b.dir)
}

// Over returns a block of the fold alone whose features are the inputs of a stage that
// sees what the stages before it make of a row.
func (f *Fold) Over(d *Derived) *Block {
	over := newBlock(f.Block.Block, f.Block.seed, d.files.Path)
	over.within, over.derived = f.Block.within, d
	if f.Block.Dataset.Table.Target.MultiLabel {
		over.having = f.whoHave()
	}
	over.use(f.Number)
	return over
}
