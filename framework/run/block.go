package run

import (
	"errors"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/fold"
	"github.com/manyclass/bench/framework/prepare"
)

// block holds the feature matrices of one dataset, encoder and repeat. Its rows
// are ordered by class, then by the fold that tests them, then by id, so that
// the rows of a class outside a fold are at most two ranges. A row that counts
// several times in training is there as often. Rows of multi-label data are all of
// one class, number 0.
type block struct {
	*prepare.Block
	source     *source // nil for an inner block
	seed       uint64
	scoreTrain bool     // the training rows are to be scored too
	within     []string // for an inner block, the repeat and fold of each block around it
	dir        string
	given      *given // the inputs of a stage that sees scores, nil where the encoder makes them

	opening sync.Once
	err     error
	rows    []int // ids in the dataset, in matrix order
	runs    []rowRun
	folds   map[int]*foldFeatures

	mu      sync.Mutex // guards layout.open
	layouts map[string]*layout
}

// rowRun is a run of consecutive rows of one class that one fold tests.
type rowRun struct {
	contract.Range
	fold int // or fold.Never
}

// foldFeatures are the features as one fold's training rows shape them.
type foldFeatures struct {
	items  int // that will use them
	fitted *encode.Fitted
	layout *layout
	err    error
}

// layout is a matrix that every fold with the same fitted categories and
// imputed values shares, in the forms that learners take. Encoders that look at
// classes have one for each fold.
type layout struct {
	dense, sparse form
	open          int // items still to be done with it
}

func newBlock(b *prepare.Block, items []prepare.Item, p *prepare.Prepared, dir string) *block {
	used := &block{
		Block: b, seed: p.Experiment.Seed, scoreTrain: p.Plan.ScoresTraining(), dir: dir,
		folds: map[int]*foldFeatures{}, layouts: map[string]*layout{},
	}
	for _, item := range items {
		if !runnable(item) {
			continue
		}
		if used.folds[item.Fold] == nil {
			used.folds[item.Fold] = &foldFeatures{}
		}
		used.folds[item.Fold].items++
	}
	return used
}

// prepareFolds orders the rows and fits the encoder to every fold's training
// rows, so that it is known which folds share a matrix.
func (b *block) prepareFolds() error {
	b.opening.Do(func() {
		if b.given != nil {
			b.sortRows()
			shared := &layout{}
			for _, f := range b.folds {
				f.fitted, f.layout = b.given.fitted, shared
			}
			return
		}
		encoder, err := encode.New(b.Encoder.Component.Name, b.Encoder.Config)
		if err != nil {
			b.err = err
			return
		}
		encoder = encoder.Seeded(b.seed).Grouped(b.Dataset.Repeats[b.Repeat].Group)
		b.sortRows()
		for number, f := range b.folds {
			if f.fitted, f.err = encoder.Fit(b.Dataset.Table, b.trainingIDs(number)); f.err != nil {
				continue
			}
			if b.layouts[f.fitted.Layout] == nil {
				b.layouts[f.fitted.Layout] = &layout{}
			}
			f.layout = b.layouts[f.fitted.Layout]
			f.layout.open += f.items
		}
	})
	return b.err
}

// sortRows puts the usable rows in order and finds the runs.
func (b *block) sortRows() {
	repeat := b.Dataset.Repeats[b.Repeat]
	labels, test := b.Dataset.Table.Truth.Class, repeat.Test
	for id, label := range labels {
		if label < 0 || test[id] == fold.Out {
			continue
		}
		for range repeat.Copies(id) {
			b.rows = append(b.rows, id)
		}
	}
	slices.SortStableFunc(b.rows, func(i, j int) int {
		if labels[i] != labels[j] {
			return labels[i] - labels[j]
		}
		return test[i] - test[j]
	})
	for at, id := range b.rows {
		last := len(b.runs) - 1
		if last >= 0 && b.runs[last].Class == labels[id] && b.runs[last].fold == test[id] {
			b.runs[last].End++
			continue
		}
		b.runs = append(b.runs, rowRun{contract.Range{Start: at, End: at + 1, Class: labels[id]}, test[id]})
	}
}

// ranges returns the rows of a fold's test or training part, neighbours of one
// class joined.
func (b *block) ranges(fold int, test bool) []contract.Range {
	var out []contract.Range
	for _, r := range b.runs {
		if (r.fold == fold) != test {
			continue
		}
		last := len(out) - 1
		if last >= 0 && out[last].End == r.Start && out[last].Class == r.Class {
			out[last].End = r.End
			continue
		}
		out = append(out, r.Range)
	}
	return out
}

// trainingIDs returns the ids of a fold's training rows in ascending order, each
// once however often it counts: a copy of a row in another part of the rows an
// encoder is fitted to would give the row's label away.
func (b *block) trainingIDs(f int) []int {
	var ids []int
	for _, r := range b.ranges(f, false) {
		ids = append(ids, b.rows[r.Start:r.End]...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// weights returns the dataset's weight of each row of some ranges, in their
// order; nil if it has none.
func (b *block) weights(ranges []contract.Range) []float64 {
	given := b.Dataset.Table.Weights
	if given == nil {
		return nil
	}
	var list []float64
	for _, r := range ranges {
		for _, id := range b.rows[r.Start:r.End] {
			list = append(list, given[id])
		}
	}
	return list
}

// labels returns the labels of the rows of some ranges, row after row: 1 or 0.
func (b *block) labels(ranges []contract.Range) []int8 {
	truth, k := b.Dataset.Table.Truth, b.Dataset.Table.Target.K()
	list := make([]int8, 0, countRows(ranges)*k)
	for _, r := range ranges {
		for _, id := range b.rows[r.Start:r.End] {
			list = append(list, truth.Labels(id, k)...)
		}
	}
	return list
}

// encodedRows are rows of the matrix, one after the other, and what encodes them.
type encodedRows struct {
	rows []int
	by   encode.Transform
}

// encoded divides the rows of the matrix into those that a fold trains on and
// the others, in matrix order: the first are encoded as training rows. What is
// given is not encoded.
func (b *block) encoded(f int, fitted *encode.Fitted) []encodedRows {
	if b.given != nil {
		return nil
	}
	var parts []encodedRows
	trains := false
	for i, r := range b.runs {
		if i == 0 || trains != (r.fold != f) {
			trains = r.fold != f
			parts = append(parts, encodedRows{b.rows[r.Start:r.Start], fitted})
			if trains {
				parts[len(parts)-1].by = fitted.Training()
			}
		}
		last := &parts[len(parts)-1]
		last.rows = last.rows[:len(last.rows)+r.End-r.Start]
	}
	return parts
}

// features returns the matrix for a fold, written when first needed: in
// compressed form if that suits it and the learner takes it. An error that is
// not a scratchError is the data's.
func (b *block) features(f int, sparse bool) (*form, *encode.Fitted, error) {
	if err := b.prepareFolds(); err != nil {
		return nil, nil, err
	}
	part := b.folds[f]
	if part.err != nil {
		return nil, nil, part.err
	}
	form, write := &part.layout.dense, b.writeDense
	if sparse && part.fitted.Sparse {
		form, write = &part.layout.sparse, b.writeSparse
	}
	form.writing.Do(func() { form.err = b.write(form, part.fitted, b.encoded(f, part.fitted), write) })
	return form, part.fitted, form.err
}

// scratchError is trouble with the scratch folder: it says nothing about a
// cell, so it ends the run instead of being recorded.
type scratchError struct{ err error }

func (e *scratchError) Error() string        { return "writing to the scratch folder: " + e.err.Error() }
func (e *scratchError) Unwrap() error        { return e.err }
func (e *scratchError) Is(target error) bool { return target == ErrScratch }

// ErrScratch ends a run whose scratch folder is full or cannot be written. What is
// not done can be run with another folder.
var ErrScratch = errors.New("the scratch folder cannot be written")

// release removes a matrix after the last item that uses it.
func (b *block) release(f int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	part := b.folds[f]
	if part == nil || part.layout == nil {
		return
	}
	part.layout.open--
	if part.layout.open == 0 {
		part.layout.dense.remove()
		part.layout.sparse.remove()
	}
}
