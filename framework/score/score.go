// Package score computes the metrics of every cell from stored predictions. What
// it returns is a function of plan and results alone, in plan order.
package score

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/diagnose"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/target"
)

// Undefined is the status of a score that a cell's predictions do not
// determine.
const Undefined store.Status = "undefined"

// CellResult is a cell with what is known of it.
type CellResult struct {
	Cell   plan.Cell
	Result *store.Result // nil if the cell has not been run
	// Predictions reads the predictions of a cell whose status is ok; it is
	// not called for others.
	Predictions func() (store.Predictions, error)
	// Train reads the predictions of the training rows. Nil where there are
	// none: they are kept if a metric asks for them.
	Train func() (store.Predictions, error)
	// Regions reads the decision regions. Nil where there are none: cells of the
	// first fold have them if their features are two numbers.
	Regions func() (store.Regions, error)
	// Binary reads what the binary models do on the test rows. Nil where there are
	// none, and in results of earlier releases.
	Binary func() (diagnose.Binary, error)
	// Code reads the cell's own code. Nil unless it depends on the training rows.
	Code func() (contract.Code, error)
}

// Status returns the cell's status, or "" if it has not been run. A cell that
// the plan skips is skipped whether or not that was recorded.
func (c CellResult) Status() store.Status {
	switch {
	case c.Result != nil:
		return c.Result.Status
	case c.Cell.Skipped != "":
		return store.Skipped
	}
	return ""
}

// Input is a plan with its results.
type Input struct {
	Plan  *plan.Plan
	Cells []CellResult // in the order of the plan
}

// Row is one score: a cell and a metric, for metrics per class a class.
type Row struct {
	plan.Cell
	Metric string // as files call it: "accuracy", "precision[setosa]"
	Class  string // of a metric per class, else ""
	Value  float64
	// Pooled says that the value is that of all folds of the repeat together, and
	// Again that an earlier fold of the repeat has it already.
	Pooled, Again bool
	// Status is the cell's, but for ok cells "skipped" where the metric needs
	// probabilities that the cell has not or classes that the dataset has not, or
	// is for another kind of target, and Undefined where there is no value for
	// another reason (predictions of training rows that were not kept are one); ""
	// if the cell was not run. Value is NaN unless Status is ok.
	Status store.Status
	// Without says why the cell cannot have a value, whatever it predicts:
	// OtherTarget, OtherClasses or NoProbabilities; "" if it can.
	Without string
	// RawProbabilities says that the value is of probabilities which are sigmoids of
	// margins that nobody has calibrated.
	RawProbabilities bool
	// TrainRows and TestRows are the sizes of the cell's parts.
	TrainRows, TestRows int
}

// Why a cell cannot have a value of a metric.
const (
	OtherTarget     = "the metric is for another kind of target"
	OtherClasses    = "the metric names other classes"
	NoProbabilities = "no probabilities"
)

// Defined reports whether the score has a value.
func (r Row) Defined() bool { return r.Status == store.OK }

// planned returns the scores of a cell and a metric as they are before the cell was
// run.
func planned(c plan.Cell, m metric.Spec, t target.Target) []Row {
	var rows []Row
	for k, name := range m.Names(t.Names) {
		r := Row{Cell: c, Metric: name, Value: math.NaN()}
		if m.PerClass() {
			r.Class = m.Of(t.Names)[k]
		}
		switch {
		case !m.Suits(t.MultiLabel):
			r.Without = OtherTarget
		case !m.Fits(t.Names):
			r.Without = OtherClasses
		case m.NeedsProbabilities() && c.NoProbabilities:
			r.Without = NoProbabilities
		}
		r.RawProbabilities = m.NeedsProbabilities() && c.RawMargins
		rows = append(rows, r)
	}
	return rows
}

// Planned returns the scores of a metric of every planned cell, in plan order: those
// of rows, and of cells that were not run a row without status.
func Planned(p *plan.Plan, m metric.Spec, rows []Row) []Row {
	type place struct {
		Combination
		repeat, fold int
		metric       string
	}
	at := func(r Row) place { return place{CombinationOf(r.Cell), r.Repeat, r.Fold, r.Metric} }
	have := map[place]*Row{}
	for i := range rows {
		have[at(rows[i])] = &rows[i]
	}
	targets := Targets(p)
	var list []Row
	for _, c := range p.Cells {
		for _, r := range planned(c, m, targets[c.Dataset]) {
			if known := have[at(r)]; known != nil {
				r.Value, r.Status, r.Pooled, r.Again = known.Value, known.Status, known.Pooled, known.Again
				r.TrainRows, r.TestRows = known.TrainRows, known.TestRows
			}
			list = append(list, r)
		}
	}
	return list
}

// Compute computes every metric of every cell that was run, in plan order. It
// fails when predictions cannot be read or do not fit the plan.
func Compute(in Input) ([]Row, error) {
	for _, m := range in.Plan.Metrics {
		if err := m.Check(); err != nil {
			return nil, err
		}
	}
	targets := Targets(in.Plan)
	var rows []Row
	pools := newPools(in.Plan)
	for i, c := range in.Cells {
		if c.Status() == "" {
			continue
		}
		target, known := targets[c.Cell.Dataset]
		if !known {
			return nil, fmt.Errorf("cell %s: the plan has no such dataset", c.Cell.Name())
		}
		scored, err := scoreCell(c, target, in.Plan.Metrics)
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.Cell.Name(), err)
		}
		pools.add(i, c, len(rows))
		rows = append(rows, scored...)
	}
	return rows, pools.fill(in.Cells, rows, targets)
}

// parts are the predictions of an ok cell, nil where there are none.
type parts struct{ test, train *store.Predictions }

// of returns the predictions that a metric is computed from.
func (p parts) of(m metric.Spec) *store.Predictions {
	if m.OnTrain() {
		return p.train
	}
	return p.test
}

// parts reads the predictions that some metric is computed from.
func (c CellResult) parts(target target.Target, metrics ...metric.Spec) (p parts, err error) {
	for _, m := range metrics {
		switch onTrain := m.OnTrain(); {
		case c.Status() != store.OK:
		case !onTrain && p.test == nil:
			var test store.Predictions
			test, err = c.Read(target)
			p.test = &test
		case onTrain && p.train == nil && c.Train != nil:
			var train store.Predictions
			train, err = read(c.Train, target)
			p.train = &train
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

func scoreCell(c CellResult, target target.Target, metrics []metric.Spec) ([]Row, error) {
	parts, err := c.parts(target, metrics...)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, m := range metrics {
		scores := values(m, target, parts.of(m))
		for k, row := range planned(c.Cell, m, target) {
			row.Value, row.Status = scores[k].Value, c.Status()
			if c.Result != nil {
				row.TrainRows, row.TestRows = c.Result.TrainRows, c.Result.TestRows
			}
			if row.Defined() && !scores[k].Defined() {
				row.Status = why(m, target, parts.of(m))
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// values returns a metric's values for a cell, all NaN without predictions.
func values(m metric.Spec, target target.Target, p *store.Predictions) []metric.Value {
	if p != nil {
		return m.Compute(input(target, *p))
	}
	var list []metric.Value
	for _, name := range m.Names(target.Names) {
		list = append(list, metric.Value{Name: name, Value: math.NaN()})
	}
	return list
}

// why returns the status of a score without a value, of an ok cell.
func why(m metric.Spec, target target.Target, p *store.Predictions) store.Status {
	if !suits(m, target) || p != nil && m.NeedsProbabilities() && p.Probabilities == nil {
		return store.Skipped
	}
	return Undefined
}
