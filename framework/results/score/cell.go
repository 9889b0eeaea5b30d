package score

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Cell is a planned cell with what is known of it.
type Cell struct {
	plan.Cell
	Result *store.Result // nil if the cell has not been run
	// Predictions reads the predictions of a cell whose status is ok; it is
	// not called for others.
	Predictions func() (store.Predictions, error)
	// Train reads the predictions of the training rows. Nil where there are
	// none: they are kept if a metric asks for them.
	Train func() (store.Predictions, error)
	// Folded reads the class probabilities of the training rows out of inner folds, as scores.
	// Nil where there are none: they are kept if they calibrate prediction sets.
	Folded func() (store.Predictions, error)
	// Regions reads the decision regions. Nil where there are none: cells of the
	// first fold have them if their features are two numbers.
	Regions func() (store.Regions, error)
	// Binary reads what the binary models do on the test rows. Nil where there are
	// none, and in results of earlier releases.
	Binary func() (diagnose.Binary, error)
	// Code reads the cell's own code. Nil unless it depends on the training rows.
	Code func() (contract.Dense, error)
	// TrainedBy is the learner of the columns of the code that have another than the cell's.
	TrainedBy map[string]string
}

// Status returns the cell's status, or "" if it has not been run. A cell that
// the plan skips is skipped whether or not that was recorded.
func (c Cell) Status() store.Status {
	switch {
	case c.Result != nil:
		return c.Result.Status
	case c.Skipped != "":
		return store.Skipped
	}
	return ""
}

// Input is a plan with its results.
type Input struct {
	Plan  *plan.Plan
	Cells []Cell // in the order of the plan
	// Metrics holds the stored values of plugins' metrics, by their keys.
	Metrics map[string]store.MetricValue
	// Begun says when the journals began with their cells.
	Begun []store.Begun
	// Reused says which of the cells other people computed.
	Reused []store.Reused
}

// Main is the input of the plan's main cells, those that tables and comparisons are of.
func (in Input) Main() Input {
	if !in.Plan.HasParts() {
		return in
	}
	is := in.Plan.IsMain()
	cells := lists.Filter(in.Cells, func(c Cell) bool { return is(c.Cell) })
	in.Plan, in.Cells = in.Plan.Main(), cells
	return in
}

// MainRows are the rows of the plan's main cells.
func MainRows(p *plan.Plan, rows []Row) []Row {
	if !p.HasParts() {
		return rows
	}
	is := p.IsMain()
	return lists.Filter(rows, func(r Row) bool { return is(*r.Cell) })
}

// PartRemark says of scores whose models were trained on parts of the training rows of
// their folds on which, "" if there are none.
func PartRemark(rows []Row) string {
	var shares, on []string
	whole := false
	for _, r := range rows {
		share := strconv.FormatFloat(r.Share(), 'g', -1, 64)
		if r.TrainSize == 0 || r.TrainSize == 1 {
			whole = true
			continue
		}
		if !slices.Contains(shares, share) {
			shares = append(shares, share)
		}
		if !slices.Contains(on, r.Dataset) {
			on = append(on, r.Dataset)
		}
	}
	if shares == nil {
		return ""
	}
	text := "Models were trained on"
	if whole {
		text = "On " + strings.Join(on, ", ") + " models were trained on"
	}
	return fmt.Sprintf("%s %s of the training rows of each fold, the largest of train_sizes.", text,
		strings.Join(shares, ", "))
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

// parts reads the predictions of a cell that some metric is computed from, with the weights
// that rows count by.
func (in Input) parts(c Cell, target target.Target, metrics ...metric.Spec) (parts, error) {
	p, err := c.parts(target, metrics...)
	for _, read := range []*store.Predictions{p.test, p.train} {
		if err == nil && read != nil {
			read.Weights, err = in.Plan.WeightsOf(c.Dataset, read.Rows)
		}
	}
	if err == nil && p.test != nil && slices.ContainsFunc(metrics, metric.Spec.OfSets) {
		err = c.addSets(in.Plan, target, p.test)
	}
	return p, err
}

// addSets adds their prediction sets to the predictions of the test rows, where the plan asks for
// them and there is what they are made of.
func (c Cell) addSets(p *plan.Plan, t target.Target, test *store.Predictions) (err error) {
	if p.Sets == nil || test.Probabilities == nil || test.MultiLabel {
		return nil
	}
	var folded *store.Predictions
	if c.Folded != nil {
		of, err := read(c.Folded, t)
		if err != nil {
			return err
		}
		folded = &of
	}
	test.Sets, err = setsOf(p, c.Dataset, test, folded)
	return err
}

// parts reads the predictions that some metric is computed from.
func (c Cell) parts(target target.Target, metrics ...metric.Spec) (p parts, err error) {
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

// Read returns the predictions of an ok cell after checking that their shapes,
// class numbers and labels fit the target of its dataset.
func (c Cell) Read(t target.Target) (store.Predictions, error) { return read(c.Predictions, t) }

func read(load func() (store.Predictions, error), t target.Target) (store.Predictions, error) {
	p, err := load()
	if err != nil {
		return p, fmt.Errorf("reading predictions: %w", err)
	}
	if t.MultiLabel {
		return p, checkLabels(p, len(t.Names))
	}
	return p, checkClasses(p, len(t.Names))
}

// byCombination gives the cells that suit, those of a combination at a time, in the order
// in which the plan first names their combinations. Those of which no cell was run are
// left out. The list of cells is valid until the next is asked for.
func byCombination(cells []Cell, suits func(Cell) bool) iter.Seq[[]Cell] {
	var groups grouped.By[plan.Combination, []int]
	for i, c := range cells {
		if suits(c) {
			group := groups.At(c.Combination)
			*group = append(*group, i)
		}
	}
	return func(yield func([]Cell) bool) {
		var list []Cell
		for _, group := range groups.All() {
			list = list[:0]
			for _, i := range *group {
				list = append(list, cells[i])
			}
			if slices.ContainsFunc(list, func(c Cell) bool { return c.Status() != "" }) && !yield(list) {
				return
			}
		}
	}
}
