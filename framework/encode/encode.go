// Package encode turns the columns of a table into the numeric features that
// learners see. An encoder is fitted on the training rows of a fold and on
// nothing else. The Fitted then makes the features of rows in two ways: those of
// rows that nothing was learnt from, and, by its Training, those of the rows it
// was fitted to. The two differ for encoders that look at classes: what a
// training row gets must not come from its own class.
package encode

import (
	"errors"
	"fmt"
	"slices"

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

// New builds an encoder of a type that [Components] describes. Attributes that
// the configuration leaves out have their defaults.
func New(typ string, cfg contract.Config) (Encoder, error) {
	e, diags := parse(typ, cfg)
	if err := contract.FirstError(diags); err != nil {
		return nil, fmt.Errorf("encoder %s: %w", typ, err)
	}
	return e, nil
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
	if err := e.checkWeights(t); err != nil {
		return err
	}
	if t.Sparse != nil {
		if err := e.checkSparse(t); err != nil || !e.kind.unpacks {
			return err
		}
	}
	if e.parts != nil {
		_, err := e.arrange(t)
		return err
	}
	columns, err := e.selected(t)
	if err != nil {
		return err
	}
	if e.kind.takes != nil {
		return e.kind.takes(e, t, columns)
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
	if t.Sparse != nil && !e.kind.unpacks {
		return e.fitSparse(t.Sparse, rows), nil
	}
	parts := []*encoder{e}
	if e.parts != nil {
		parts, _ = e.arrange(t)
	}
	b := &builder{Fitted: &Fitted{}, table: t, rows: rows, seed: e.seed, groups: e.groups}
	for _, part := range parts {
		if err := b.add(part); err != nil {
			return nil, err
		}
	}
	if e.parts != nil {
		if err := b.distinct(); err != nil {
			return nil, err
		}
	}
	b.finish()
	b.Columns = e.share(b.Columns)
	return b.Fitted, nil
}
