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

// Row is one score: a cell and a metric.
type Row struct {
	plan.Cell
	Metric string // as files call it: "accuracy", "precision[setosa]"
	Value  float64
	// Status is the cell's, but for ok cells "skipped" where the metric needs
	// probabilities that the cell has not or classes that the dataset has not,
	// and Undefined where there is no value for another reason (predictions of
	// training rows that were not kept are one). Value is NaN unless Status is
	// ok.
	Status store.Status
	// TrainRows and TestRows are the sizes of the cell's parts.
	TrainRows, TestRows int
}

// Compute computes every metric of every cell that was run, in plan order. It
// fails when predictions cannot be read or do not fit the plan.
func Compute(in Input) ([]Row, error) {
	for _, m := range in.Plan.Metrics {
		if err := m.Check(); err != nil {
			return nil, err
		}
	}
	classes := Classes(in.Plan)
	var rows []Row
	for _, c := range in.Cells {
		if c.Status() == "" {
			continue
		}
		names, known := classes[c.Cell.Dataset]
		if !known {
			return nil, fmt.Errorf("cell %s: the plan has no such dataset", c.Cell.Name())
		}
		scored, err := scoreCell(c, names, in.Plan.Metrics)
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.Cell.Name(), err)
		}
		rows = append(rows, scored...)
	}
	return rows, nil
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
func (c CellResult) parts(classes int, metrics ...metric.Spec) (p parts, err error) {
	for _, m := range metrics {
		switch onTrain := m.OnTrain(); {
		case c.Status() != store.OK:
		case !onTrain && p.test == nil:
			var test store.Predictions
			test, err = c.Read(classes)
			p.test = &test
		case onTrain && p.train == nil && c.Train != nil:
			var train store.Predictions
			train, err = read(c.Train, classes)
			p.train = &train
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

func scoreCell(c CellResult, classes []string, metrics []metric.Spec) ([]Row, error) {
	status := c.Status()
	parts, err := c.parts(len(classes), metrics...)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, m := range metrics {
		for _, v := range values(m, classes, parts.of(m)) {
			row := Row{Cell: c.Cell, Metric: v.Name, Value: v.Value, Status: status}
			if c.Result != nil {
				row.TrainRows, row.TestRows = c.Result.TrainRows, c.Result.TestRows
			}
			if status == store.OK && !v.Defined() {
				row.Status = why(m, classes, parts.of(m))
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// values returns a metric's values for a cell, all NaN without predictions.
func values(m metric.Spec, classes []string, p *store.Predictions) []metric.Value {
	if p != nil {
		return m.Compute(inputOf(*p, classes))
	}
	var list []metric.Value
	for _, name := range m.Names(classes) {
		list = append(list, metric.Value{Name: name, Value: math.NaN()})
	}
	return list
}

func inputOf(p store.Predictions, classes []string) metric.Input {
	return metric.Input{Classes: classes, Truth: p.Truth, Predicted: p.Predicted, Scores: p.Scores, Probabilities: p.Probabilities}
}

// why returns the status of a score without a value, of an ok cell.
func why(m metric.Spec, classes []string, p *store.Predictions) store.Status {
	if !m.Fits(classes) || p != nil && m.NeedsProbabilities() && p.Probabilities == nil {
		return store.Skipped
	}
	return Undefined
}

// Read returns the predictions of an ok cell after checking that their shapes
// and class numbers fit a dataset of K classes.
func (c CellResult) Read(classes int) (store.Predictions, error) { return read(c.Predictions, classes) }

func read(load func() (store.Predictions, error), classes int) (store.Predictions, error) {
	p, err := load()
	if err != nil {
		return p, fmt.Errorf("reading predictions: %w", err)
	}
	n := len(p.Rows)
	if p.Classes != classes {
		return p, fmt.Errorf("predictions are for %d classes, the dataset has %d", p.Classes, classes)
	}
	if len(p.Truth) != n || len(p.Predicted) != n || len(p.Scores) != n*classes ||
		p.Probabilities != nil && len(p.Probabilities) != n*classes {
		return p, fmt.Errorf("predictions of %d rows hold %d truths, %d predictions, %d scores and %d probabilities for %d classes",
			n, len(p.Truth), len(p.Predicted), len(p.Scores), len(p.Probabilities), classes)
	}
	for i := range n {
		if min(p.Truth[i], p.Predicted[i]) < 0 || max(p.Truth[i], p.Predicted[i]) >= classes {
			return p, fmt.Errorf("row %d has truth %d and prediction %d, classes are 0 to %d",
				p.Rows[i], p.Truth[i], p.Predicted[i], classes-1)
		}
	}
	return p, nil
}

// Classes returns for each dataset the names that class numbers stand for:
// the classes that occur, in class order. Declared classes without rows have no
// number.
func Classes(p *plan.Plan) map[string][]string {
	list := map[string][]string{}
	for _, d := range p.Datasets {
		occurring := make([]string, 0, len(d.Classes))
		for k, name := range d.Classes {
			if len(d.ClassCounts) != len(d.Classes) || d.ClassCounts[k] > 0 {
				occurring = append(occurring, name)
			}
		}
		list[d.Name] = occurring
	}
	return list
}
