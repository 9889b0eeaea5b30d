package encode

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Encoder makes features of a table's columns.
type Encoder interface {
	// Check refuses tables that the encoder cannot take, whatever the rows.
	Check(t *data.Table) error
	// Bytes estimates the space that a matrix of some rows of a table takes in
	// the largest form that a learner gets.
	Bytes(t *data.Table, rows int) int64
	// Refitted reports whether each fold of a table may have a matrix of its own,
	// before shift and scale.
	Refitted(t *data.Table) bool
	// Seeded returns the encoder with a seed for what it draws: the folds that
	// target counts over. They depend on the seed and the training rows. The
	// seed is 0 otherwise.
	Seeded(seed uint64) Encoder
	// Grouped returns the encoder with the group of each row of a table, or nil:
	// what target counts for a row then leaves out all training rows of its group.
	Grouped(groups []int) Encoder
	// Fit learns categories, imputed values, scales and counters from the
	// training rows of a table, which must have a class. The order of train does
	// not matter.
	Fit(t *data.Table, train []int) (*Fitted, error)
}

// encoder is one of any type.
type encoder struct {
	settings
	name   string
	seed   uint64
	groups []int // of each row of the table; nil if rows are not grouped
	*latest
}

// latest holds the columns of the latest fit, for the next one to share.
type latest struct {
	mu   sync.Mutex
	last []contract.Column
}

func asEncoder(name string, own settings) *encoder {
	return &encoder{settings: own, name: name, latest: &latest{}}
}

// unpacks reports whether rows of sparse tables are encoded as dense ones are; with
// others they are scaled at most.
func (e *encoder) unpacks() bool {
	_, ok := e.settings.(*offered)
	return ok
}

// Seeded implements Encoder.
func (e *encoder) Seeded(seed uint64) Encoder {
	other := *e
	other.seed = seed
	return &other
}

// Grouped implements Encoder.
func (e *encoder) Grouped(groups []int) Encoder {
	other := *e
	other.groups = groups
	return &other
}

// Check implements Encoder.
func (e *encoder) Check(t *data.Table) error {
	if e.common().SampleWeight {
		if err := checkWeights(t); err != nil {
			return err
		}
	}
	if t.Sparse != nil {
		if err := e.checkSparse(t); err != nil || !e.unpacks() {
			return err
		}
	}
	if _, err := e.common().selected(t); err != nil {
		return err
	}
	return e.takes(t)
}

// checkSparse refuses a choice of columns, and scalings that would fill the zeros
// of a sparse table.
func (e *encoder) checkSparse(t *data.Table) error {
	if e.name == "compose" || e.common().Columns != nil {
		return errors.New("columns of sparse data (svmlight) have no names to choose them by: take an encoder without " +
			"columns, and not of type compose")
	}
	if e.unpacks() {
		return checkUnpacked(e.name, t)
	}
	_, ofNumbers := e.settings.(ofNumbers)
	_, ofAll := e.settings.(ofAll)
	if ofNumbers || ofAll {
		return fmt.Errorf("encoder type %s does not take sparse data (svmlight): it would fill the zeros; take "+
			"one_hot or none", e.name)
	}
	if how := e.common().Numeric; how == "standard" || how == "minmax" {
		return fmt.Errorf("numeric = %q would fill the zeros of sparse data; write numeric = \"maxabs\" (the default for "+
			"sparse data) or numeric = \"none\"", how)
	}
	return nil
}

// Fit implements Encoder.
func (e *encoder) Fit(t *data.Table, train []int) (*Fitted, error) {
	if err := e.Check(t); err != nil {
		return nil, err
	}
	if len(train) == 0 {
		return nil, errors.New("encoder cannot be fitted without training rows")
	}
	rows := slices.Sorted(slices.Values(train))
	if t.Sparse != nil && !e.unpacks() {
		return fitSparse(t.Sparse, rows, e.common().Numeric), nil
	}
	b := &builder{Fitted: &Fitted{}, table: t, rows: rows, seed: e.seed, groups: e.groups}
	if err := b.add(e.settings); err != nil {
		return nil, err
	}
	b.finish()
	b.Columns = e.share(b.Columns)
	return b.Fitted, nil
}

// share returns the columns of the latest fit if these are equal: most folds
// have the same, and there may be many.
func (e *latest) share(columns []contract.Column) []contract.Column {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.EqualFunc(columns, e.last, contract.Column.Equal) {
		e.last = columns
	}
	return e.last
}

// The bytes of a matrix in compressed form: of a value with its column, and of
// the place where a row begins.
const (
	bytesOfEntry = 8 + 4
	bytesOfRow   = 8
)

// Bytes implements Encoder. A matrix that is too large to be dense is assumed to be
// in compressed form.
func (e *encoder) Bytes(t *data.Table, rows int) int64 {
	if s := t.Sparse; s != nil && e.unpacks() {
		return int64(rows) * int64(s.Cols) * 8 // a guess, and what the plugin is shown
	} else if s != nil {
		entries := float64(len(s.Data)) / float64(max(1, t.Rows))
		return int64(math.Ceil(entries*float64(rows)))*bytesOfEntry + int64(rows)*bytesOfRow
	}
	width, nonzero := most(e.settings, t)
	if float64(rows)*float64(width) > MostDense && 2*nonzero <= width {
		return int64(rows) * (int64(nonzero)*bytesOfEntry + bytesOfRow)
	}
	return int64(rows) * int64(width) * 8
}

// Refitted implements Encoder.
func (e *encoder) Refitted(t *data.Table) bool {
	_, categorical := t.Kinds()
	_, ofNumbers := e.settings.(ofNumbers)
	all, ok := e.settings.(ofAll)
	return categorical > 0 || t.Missing > 0 || ofNumbers || ok && all.refitted(t)
}
