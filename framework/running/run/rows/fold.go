package rows

import (
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/outside"
)

// Fold is a fold of a block as a learner gets it: what it trains on, and the sets
// of rows that its models score.
type Fold struct {
	Block    *Block
	Number   int
	Features service.Features
	Fitted   *encode.Fitted
	Train    []contract.Range // training rows
	Sets     []*Set           // the test rows first
	weights  string           // file of the training rows' weights, "" if all are 1
	shared   *sealed.Folder   // that the features are in
	files    *sealed.Folder   // of the fold
	lists    bool             // the learner takes the rows that have a label in place of targets
	having   *having          // the rows that have each label or are of each class; nil until they are asked for
	first    map[int]int      // of an id, where it is first among the training rows; nil until it is asked for
}

// Open finds the rows and the features of a fold for a learner; by says who encodes them. An
// error that is not the run's is the data's. The files of the fold stand below scratch until
// it is closed.
func (b *Block) Open(number int, learner contract.Capabilities, scratch string, by outside.By) (*Fold, error) {
	form, fitted, err := b.features(number, learner.Has(contract.TakesSparse), by)
	if err != nil {
		return nil, fmt.Errorf("encoding: %w", err)
	}
	f := &Fold{
		Block: b, Number: number, Features: form.Features, Fitted: fitted, Train: b.Ranges(number, false), shared: form.files,
		lists: learner.Has(contract.TakesPositives), having: b.having,
	}
	if f.files, err = sealed.New(scratch, "item-"); err != nil {
		return nil, fault.Scratch(err)
	}
	if err := f.open(learner); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// open writes the weights of the training rows and finds the sets.
func (f *Fold) open(learner contract.Capabilities) (err error) {
	if weights := f.Block.Weights(f.Train); weights != nil {
		if !learner.Has(contract.TakesWeights) {
			return errors.New("the dataset has row weights, which the learner does not take")
		}
		if f.weights, err = Write(f.files, "weights.npy", len(weights), 0, weights); err != nil {
			return err
		}
	}
	if f.Block.leavesOne {
		test := NewSet(Test, f.Features, f.Train)
		test.LeaveOneOut = true
		f.Sets = []*Set{test}
		return nil
	}
	if d := f.Block.derived; d != nil && d.searched {
		f.Sets = d.sets
		return nil
	}
	f.Sets = []*Set{NewSet(Test, f.Features, f.Block.Ranges(f.Number, true))}
	if d := f.Block.derived; d != nil {
		f.Sets = append(f.Sets, d.sets...)
		return nil
	}
	if f.Block.scoreTrain {
		f.Sets = append(f.Sets, NewSet(Train, f.Features, f.Train))
	}
	grid, err := f.Block.grid(f.Number, f.Fitted, f.Features.Columns, f.files)
	if grid != nil {
		f.Sets = append(f.Sets, grid)
	}
	return err
}

const (
	partValues = 16 << 20 / 8 // scores of a part: 16 MiB
	wideValues = 4 << 20 / 8  // of one with a column for each of many classes or labels
	leastRows  = 64           // of a part
	leastWide  = 1 << 7       // columns that scores of few classes may have
)

// Parts cuts a set of the fold into parts for which the scores of a model for each pair
// of classes take some 16 MiB, those of one for each of very many classes or for each label
// 4 MiB: class scores and probabilities, of which there are as many, come beside. It depends
// on nothing but the dataset: learners of other languages may give a row other last bits in
// other company.
func (f *Fold) Parts(s *Set) []Part {
	if s.Searched != nil {
		return s.Parts(max(leastRows, partValues/max(s.Searched.cols, leastWide)))
	}
	target := f.Block.Dataset.Table.Target
	values, columns := wideValues, target.K()
	if pairs := contract.Pairs(columns).Columns(); !target.MultiLabel && pairs <= contract.MostProblems {
		values, columns = partValues, pairs
	}
	return s.Parts(max(leastRows, values/max(columns, leastWide)))
}

// Wide cuts a set into parts that with so many columns take some 16 MiB, as searches may
// have.
func (s *Set) Wide(columns int) []Part { return s.Parts(max(1, partValues/columns)) }

// Set returns the set of a role, nil if there is none.
func (f *Fold) Set(role Role) *Set {
	for _, s := range f.Sets {
		if s.Role == role {
			return s
		}
	}
	return nil
}

// Sizes counts the rows of the fold.
func (f *Fold) Sizes() store.Sizes {
	s := store.Sizes{TrainRows: CountRows(f.Train), TestRows: f.Set(Test).Count}
	if different := f.Block.different(f.Train); different < s.TrainRows {
		s.DifferentRows = different
	}
	return s
}

// Sample returns the rows of in-sample scores: those that metrics want, unless
// models are trained on other inputs than they see later. Open is whether they are
// to be there from now on.
func (f *Fold) Sample(open bool) *Set {
	if train := f.Set(Train); train != nil && f.Block.derived == nil {
		return train
	}
	if s := f.Set(Sample); s != nil || !open {
		return s
	}
	s := NewSet(Sample, f.Features, f.Train)
	f.Sets = append(f.Sets, s)
	return s
}

// Places returns where rows of a block that divides the same data are among the
// training rows of f, which hold them all. Copies of a row, which stand together,
// lead to its copies.
func (f *Fold) Places(b *Block, ranges []contract.Range) []int {
	if f.first == nil {
		f.first = map[int]int{}
		for at, id := range f.Block.IDs(f.Train) {
			if _, copied := f.first[id]; !copied {
				f.first[id] = at
			}
		}
	}
	list := make([]int, 0, CountRows(ranges))
	last, copies := -1, 0
	for _, r := range ranges {
		for _, id := range b.IDs([]contract.Range{r}) {
			if copies++; id != last {
				last, copies = id, 0
			}
			list = append(list, f.first[id]+copies)
		}
	}
	return list
}

// Check checks that no plugin has changed what it was given: where that cannot be
// prevented, others may have read it, and nothing they answered since counts.
func (f *Fold) Check() error {
	for _, check := range []func() error{f.shared.Check, f.files.Check, f.Block.derived.check} {
		if err := check(); err != nil {
			return fault.Scratch(err)
		}
	}
	return nil
}

// Close removes the files of the fold.
func (f *Fold) Close() {
	if f != nil {
		f.files.Close()
	}
}
