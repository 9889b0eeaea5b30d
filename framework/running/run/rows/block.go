// Package rows holds the feature matrices that learners are trained on and the rows
// that models score: a block is the matrix of a dataset, encoder and repeat, a fold
// its training rows with the sets of rows to score.
package rows

import (
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/outside"
)

// Block holds the feature matrices of one dataset, encoder and repeat.
type Block struct {
	*prepare.Block
	seed       uint64
	scoreTrain bool     // the training rows are to be scored too
	setFolds   int      // inner folds whose training rows calibrate prediction sets; 0 where none do
	within     []string // for an inner block, the repeat and fold of each block around it
	dir        string
	last       bool     // the next matrix is the last thing that the features of the table are read for
	leavesOne  bool     // the training rows are tested, each by models without it
	derived    *Derived // the inputs of a stage that sees scores, nil where the encoder makes them
	having     *having  // of the fold that the stage is on, where rows have labels; else nil

	opening sync.Once
	err     error
	order
	folds   map[int]*foldFeatures
	mu      sync.Mutex // guards layout.open, and items until there is a layout
	layouts map[string]*layout
}

// foldFeatures are the features as one fold's training rows shape them.
type foldFeatures struct {
	items  int // that will use them
	fitted *encode.Fitted
	layout *layout
	err    error
}

// NewBlock returns the block of some items, whose matrices stand in a folder.
func NewBlock(b *prepare.Block, items []prepare.Item, p *prepare.Prepared, dir string) *Block {
	if b.Dataset.LabelNoise != nil && len(b.Items) > 0 { // its blocks have one fold each
		noisy := *b
		noisy.Dataset = b.Dataset.Noisy(p.Experiment.Seed, b.Division().Test, b.Items[0].Fold)
		b = &noisy
	}
	used := newBlock(b, p.Experiment.Seed, dir)
	used.scoreTrain, used.setFolds = p.Plan.ScoresTraining(), b.SetFolds
	for _, item := range items {
		if runs(item) {
			used.use(item.Fold)
		}
	}
	return used
}

// runs reports whether an item has cells that can be run.
func runs(item prepare.Item) bool {
	return slices.ContainsFunc(item.Cells, func(c plan.Cell) bool { return c.Skipped == "" })
}

func newBlock(b *prepare.Block, seed uint64, dir string) *Block {
	return &Block{Block: b, seed: seed, dir: dir, folds: map[int]*foldFeatures{}, layouts: map[string]*layout{}}
}

// use counts an item that will use the features of a fold.
func (b *Block) use(fold int) {
	if b.folds[fold] == nil {
		b.folds[fold] = &foldFeatures{}
	}
	b.folds[fold].items++
}

// Outer reports whether the block is not one of inner folds.
func (b *Block) Outer() bool { return len(b.within) == 0 }

// CalibratesSets is by how many inner folds the training rows of a fold calibrate prediction sets, 0
// where they do not, as on inner folds.
func (b *Block) CalibratesSets() int { return b.setFolds }

// Seed derives a seed for a purpose in this block.
func (b *Block) Seed(purpose ...string) uint64 {
	if b.derived != nil {
		purpose = append(purpose, "stage")
	}
	return plan.Seed(b.seed, append(purpose, b.within...)...)
}

// prepareFolds orders the rows and fits the encoder to every fold's training
// rows, so that it is known which folds share a matrix.
func (b *Block) prepareFolds(by outside.By) error {
	b.opening.Do(func() {
		b.order = orderOf(b.Dataset.Table.Truth.Class, b.Division())
		if b.derived != nil {
			shared := &layout{}
			for _, f := range b.folds {
				f.fitted, f.layout = b.derived.fitted, shared
			}
			return
		}
		encoder, err := prepare.Encoder(b.Encoder, by)
		if err != nil {
			b.err = err
			return
		}
		encoder = encoder.Seeded(b.seed).Grouped(b.Dataset.Repeats[b.Repeat].Group)
		b.mu.Lock()
		defer b.mu.Unlock()
		for number, f := range b.folds {
			if f.items == 0 {
				continue // others do all of it
			}
			ids := b.trainingIDs(number)
			f.fitted, f.err = encoder.Fit(b.Dataset.Table, ids)
			mapped.Free(ids)
			if f.err != nil {
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

// features returns the matrix for a fold, written when first needed: in
// compressed form if that suits it and the learner takes it. An error that is
// not the run's is the data's.
func (b *Block) features(f int, sparse bool, by outside.By) (*form, *encode.Fitted, error) {
	if err := b.prepareFolds(by); err != nil {
		return nil, nil, err
	}
	part := b.folds[f]
	if part.err != nil {
		return nil, nil, part.err
	}
	fitted := part.fitted.Asking(by.Of(b.Encoder))
	form, sparse := &part.layout.dense, sparse && part.fitted.Sparse
	if sparse {
		form = &part.layout.sparse
	}
	form.writing.Do(func() {
		c := content{table: b.Dataset.Table, fitted: fitted, ids: b.ids, derived: b.derived}
		form.standardised = !sparse && b.standardises(part)
		c.standardised = form.standardised
		if b.derived == nil { // what is derived is not encoded
			c.parts, c.last = b.encoded(f), b.last && !plane(b.Dataset.Table, part.fitted.Columns)
		}
		form.err = form.write(b.dir, c, sparse)
	})
	if form.standardised {
		return form, fitted.Standardised(), form.err
	}
	return form, fitted, form.err
}

// worthStandardising is the number of values from which a matrix of one fold is written as
// learners see it, so that they need no copy: 64 MiB; a variable for the tests.
var worthStandardising = 1 << 23

// standardises reports whether the matrix of a fold is written as learners see it: where
// the folds share one, each has a shift and a scale of its own.
func (b *Block) standardises(part *foldFeatures) bool {
	for _, other := range b.folds {
		if other != part && other.layout == part.layout {
			return false
		}
	}
	return b.derived == nil && part.fitted.Shift != nil && len(b.ids)*len(part.fitted.Columns) >= worthStandardising &&
		!plane(b.Dataset.Table, part.fitted.Columns)
}

// Features returns the matrix for a fold, as [Block.Open] does.
func (b *Block) Features(f int, sparse bool, by outside.By) (service.Features, *encode.Fitted, error) {
	form, fitted, err := b.features(f, sparse, by)
	if err != nil {
		return service.Features{}, nil, err
	}
	return form.Features, fitted, nil
}

// Release removes a matrix after the last item that uses it.
func (b *Block) Release(f int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	part := b.folds[f]
	if part == nil || part.layout == nil {
		return
	}
	part.layout.open--
	if part.layout.open == 0 {
		part.layout.remove()
	}
}

// Consume says that nobody reads the features of the table but the block, for the next
// matrix that it writes: they may go while it is written.
func (b *Block) Consume() { b.last = true }

// Leave is for an item that will not use the features of its fold after all.
func (b *Block) Leave(item prepare.Item) {
	if !runs(item) {
		return
	}
	b.mu.Lock()
	part := b.folds[item.Fold]
	if part.layout == nil {
		part.items--
	}
	opened := part.layout != nil
	b.mu.Unlock()
	if opened {
		b.Release(item.Fold)
	}
}

// plane reports whether the columns of a table are two numbers, and so are the
// features made of them.
func plane(t *data.Table, features []contract.Column) bool {
	numeric, categorical := t.Kinds()
	return t.Sparse == nil && numeric == 2 && categorical == 0 && len(features) == 2 &&
		features[0].Kind == contract.NumericColumn && features[1].Kind == contract.NumericColumn
}

// Weights returns the dataset's weight of each row of some ranges, in their
// order; nil if it has none.
func (b *Block) Weights(ranges []contract.Range) []float64 {
	given := b.Dataset.Table.Weights
	if given == nil {
		return nil
	}
	var list []float64
	for _, id := range b.IDs(ranges) {
		list = append(list, given[id])
	}
	return list
}

// rowsHaving finds the rows of some ranges that have each label or are of each class.
func (b *Block) rowsHaving(ranges []contract.Range) *having {
	h := &having{of: make([][]int32, b.Dataset.Table.Target.K()), train: ranges}
	if !b.Dataset.Table.Target.MultiLabel {
		for _, r := range ranges {
			for range r.End - r.Start {
				h.of[r.Class] = append(h.of[r.Class], int32(h.count))
				h.count++
			}
		}
		return h
	}
	for row, id := range b.IDs(ranges) {
		for _, label := range b.Dataset.Table.Truth.Y.Row(id) {
			h.of[label] = append(h.of[label], int32(row))
			h.count++
		}
	}
	return h
}

// Labels returns the labels of the rows of some ranges.
func (b *Block) Labels(ranges []contract.Range) target.Labels {
	return b.Dataset.Table.Truth.Y.Pick(b.IDs(ranges))
}
