package contract

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Problems are what the models of a stage are trained for: Coded, Labelled, Subsets, Targeted
// or Whole.
type Problems interface {
	// Count is the number of problems, each with a model.
	Count() int
	check(classes int) error
}

// Coded are binary problems, one for each column of a code.
type Coded struct{ Code }

// Labelled are binary problems of multi-label data: whether a row has the label of each of
// these numbers.
type Labelled []int

// Whole is the multiclass problem of all classes.
type Whole struct{}

// Targeted are problems with a target for each training row. Only Next can know them.
type Targeted struct {
	Task Task
	// Values is n × L, a problem a column, with a value for each training row in
	// the order of Training: ±1 for Binary, or 0 where a row is left out; class
	// numbers from 0 to Groups − 1 for Multiclass, or −1 where a row is left out; real
	// numbers for Regression.
	Values Matrix
	Groups int // classes of a Multiclass problem
	// Rows is the number of the training row that each row of Values is of, ascending: a
	// training row may be there several times or not at all. nil means each of them once.
	Rows []int
	// Weights is what each row of Values weighs, above 0; nil means 1. Not every learner
	// takes them: a reducer that asks for weights says so in its capabilities.
	Weights []float64
}

// NewProblems returns the problems that a message or a script describes by a task and one
// of a code, labels and targets; nil if it describes none.
func NewProblems(task Task, code Code, labels []int, t Targeted) (Problems, error) {
	coded, targeted := code != nil && code.Columns() > 0, t.Values.Cols > 0
	switch {
	case (t.Rows != nil || t.Weights != nil) && !targeted:
		return nil, errors.New("it numbers or weighs rows of targets, and has no targets")
	case labels != nil && (task != Binary || coded || targeted):
		return nil, errors.New("it asks for labels, which are binary problems without a code or targets")
	case labels != nil:
		return Labelled(labels), nil
	case coded && targeted:
		return nil, errors.New("it has targets and a code; a stage has one of them")
	case targeted:
		t.Task = task
		return t, nil
	case coded && task != Binary:
		return nil, fmt.Errorf("it asks for a %q problem and sends a code, whose problems are binary", task)
	case coded:
		return Coded{code}, nil
	case task == Multiclass:
		return Whole{}, nil
	}
	return nil, nil
}

// Count is the number of columns.
func (c Coded) Count() int {
	if c.Code == nil {
		return 0
	}
	return c.Columns()
}

// Count is the number of labels.
func (l Labelled) Count() int { return len(l) }

// Count is the number of columns of the targets.
func (t Targeted) Count() int { return t.Values.Cols }

// Count is 1.
func (Whole) Count() int { return 1 }

// TaskOf is the task of problems, "" without any.
func TaskOf(p Problems) Task {
	switch p := p.(type) {
	case Coded, Labelled, Subsets, Subset:
		return Binary
	case Whole:
		return Multiclass
	case Targeted:
		return p.Task
	}
	return ""
}

func (Whole) check(int) error { return nil }

func (c Coded) check(classes int) error {
	switch {
	case c.Count() == 0:
		return errors.New("its code has no columns")
	case c.Classes() != classes:
		return fmt.Errorf("its code has %d rows and %d columns for %d classes", c.Classes(), c.Columns(), classes)
	case c.Columns() > MostProblems:
		return fmt.Errorf("its code has %d columns; there are at most %d", c.Columns(), MostProblems)
	}
	if dense, ok := c.Code.(Dense); ok {
		return dense.check()
	}
	return nil
}

// check refuses columns that are not binary problems.
func (c Dense) check() error {
	const both = 3
	signs := make([]int8, c.Columns()) // of each column: 1 for +1, 2 for -1
	for k, row := range c {
		if len(row) != len(signs) {
			return fmt.Errorf("its code has %d columns in row %d and %d in the first", len(row), k, len(signs))
		}
		for l, entry := range row {
			switch {
			case entry > 0:
				signs[l] |= 1
			case entry < 0:
				signs[l] |= 2
			}
		}
	}
	if l := slices.IndexFunc(signs, func(have int8) bool { return have != both }); l >= 0 {
		return fmt.Errorf("column %d of its code does not have both a +1 and a -1", l)
	}
	return nil
}

func (l Labelled) check(labels int) error {
	if len(l) == 0 {
		return errors.New("it asks for no label")
	}
	for i, n := range l {
		if n < 0 || n >= labels || slices.Contains(l[:i], n) {
			return fmt.Errorf("label %d at position %d is a duplicate or out of range (%d labels)", n, i+1, labels)
		}
	}
	return nil
}

func (t Targeted) check(int) error {
	v := t.Values
	switch {
	case t.Task != Binary && t.Task != Multiclass && t.Task != Regression:
		return fmt.Errorf("it asks for the unknown task %q", t.Task)
	case len(v.Data) != v.Rows*v.Cols || v.Rows == 0 || v.Cols == 0:
		return fmt.Errorf("its targets are %d values for %d × %d", len(v.Data), v.Rows, v.Cols)
	case t.Task == Multiclass && (t.Groups < 1 || t.Groups > v.Rows):
		return fmt.Errorf("its targets are of %d classes, and there are %d rows of them", t.Groups, v.Rows)
	}
	if err := t.checkRows(); err != nil {
		return err
	}
	for i, y := range v.Data {
		class := y == math.Trunc(y) && y >= -1 && y < float64(t.Groups)
		if y-y != 0 || t.Task == Binary && y != 1 && y != -1 && y != 0 || t.Task == Multiclass && !class {
			return fmt.Errorf("its target %v in row %d is not valid for a %s problem", y, i/v.Cols, t.Task)
		}
	}
	return nil
}

// checkRows refuses rows and weights that are not those of the targets.
func (t Targeted) checkRows() error {
	if n := len(t.Rows); t.Rows != nil && n != t.Values.Rows {
		return fmt.Errorf("its targets have %d rows, and it numbers %d", t.Values.Rows, n)
	}
	last := 0
	for _, row := range t.Rows {
		if row < last {
			return fmt.Errorf("it numbers training row %d after row %d: rows ascend from 0", row, last)
		}
		last = row
	}
	if n := len(t.Weights); t.Weights != nil && n != t.Values.Rows {
		return fmt.Errorf("its targets have %d rows, and %d weights", t.Values.Rows, n)
	}
	for _, w := range t.Weights {
		if !(w > 0) || math.IsInf(w, 0) {
			return fmt.Errorf("a row of its targets weighs %v; weights are numbers above 0", w)
		}
	}
	return nil
}
