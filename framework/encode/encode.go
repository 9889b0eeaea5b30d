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
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/wording"
)

// Encoder makes features of a table's columns.
type Encoder interface {
	// Check refuses tables that the encoder cannot take, whatever the rows.
	Check(t *data.Table) error
	// Bytes estimates the space that a matrix of some rows of a table takes in
	// the largest form that a learner gets.
	Bytes(t *data.Table, rows int) int64
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
	for _, d := range diags {
		if d.Severity == contract.Error {
			return nil, fmt.Errorf("encoder %s: %s", typ, d.Summary)
		}
	}
	return e, nil
}

// encoder is all types: they differ in what they make of categorical columns.
type encoder struct {
	typ string
	settings
	bucketName string     // of the features of hashing
	parts      []*encoder // of compose
	seed       uint64
	groups     []int // of each row of the table; nil if rows stand alone

	mu   sync.Mutex
	last []contract.Column // of the latest fit, for the next one to share
}

// Seeded implements Encoder.
func (e *encoder) Seeded(seed uint64) Encoder {
	return &encoder{typ: e.typ, settings: e.settings, bucketName: e.bucketName, parts: e.parts, seed: seed, groups: e.groups}
}

// Grouped implements Encoder.
func (e *encoder) Grouped(groups []int) Encoder {
	return &encoder{typ: e.typ, settings: e.settings, bucketName: e.bucketName, parts: e.parts, seed: e.seed, groups: groups}
}

// Check implements Encoder.
func (e *encoder) Check(t *data.Table) error {
	if t.Sparse != nil {
		return e.checkSparse()
	}
	if e.typ == "compose" {
		_, err := e.arrange(t)
		return err
	}
	columns, err := e.selected(t)
	if err != nil {
		return err
	}
	if err := e.checkClasses(t); err != nil {
		return err
	}
	if e.typ == "none" {
		return refuseCategorical(t, columns)
	}
	return nil
}

// refuseCategorical names the categorical ones of some columns.
func refuseCategorical(t *data.Table, columns []int) error {
	var names []string
	for _, i := range columns {
		if t.Columns[i].Kind == data.Categorical {
			names = append(names, t.Columns[i].Name)
		}
	}
	if len(names) > 0 {
		return fmt.Errorf("encoder type none takes numeric columns only, and these are categorical: %s; use type one_hot, or list them in the dataset's drop", wording.Names(names))
	}
	return nil
}

// selected returns the columns of a table that the encoder takes, in file order.
func (e *encoder) selected(t *data.Table) ([]int, error) {
	var indices []int
	for i := range t.Columns {
		if e.Columns == nil || slices.Contains(e.Columns, t.Columns[i].Name) {
			indices = append(indices, i)
		}
	}
	for _, name := range e.Columns {
		if !slices.ContainsFunc(t.Columns, func(c data.Column) bool { return c.Name == name }) {
			return nil, fmt.Errorf("columns names %q, and there is no such feature column; there are %s", name, columnNames(t))
		}
	}
	return indices, nil
}

// columnNames lists the columns of a table for a message.
func columnNames(t *data.Table) string {
	names := make([]string, len(t.Columns))
	for i := range t.Columns {
		names[i] = t.Columns[i].Name
	}
	return wording.Names(names)
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
	if t.Sparse != nil {
		return e.fitSparse(t.Sparse, rows), nil
	}
	parts := []*encoder{e}
	if e.typ == "compose" {
		parts, _ = e.arrange(t)
	}
	b := &builder{Fitted: &Fitted{}, table: t, rows: rows, seed: e.seed, groups: e.groups}
	for _, part := range parts {
		if err := b.add(part); err != nil {
			return nil, err
		}
	}
	if e.typ == "compose" {
		if err := b.distinct(); err != nil {
			return nil, err
		}
	}
	b.finish()
	b.Columns = e.share(b.Columns)
	return b.Fitted, nil
}

// share returns the columns of the latest fit if these are equal: most folds
// have the same, and there may be many.
func (e *encoder) share(columns []contract.Column) []contract.Column {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Equal(columns, e.last) {
		e.last = columns
	}
	return e.last
}
