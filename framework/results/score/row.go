package score

import (
	"math"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Undefined is the status of a score that a cell's predictions do not
// determine.
const Undefined store.Status = "undefined"

// Row is one score: a cell and a metric, for metrics per class a class.
type Row struct {
	*plan.Cell        // of the plan, not nil
	Metric     string // as files call it: "accuracy", "precision[setosa]"
	Class      string // of a metric per class, else ""
	Value      float64
	// Pooled says that the value is that of all folds of the repeat together, and
	// Again that an earlier fold of the repeat has it already.
	Pooled, Again bool
	// Status is the cell's; for ok cells it is "skipped" where the metric needs
	// probabilities, classes, costs or a tree that the cell or the dataset does not have, or
	// is for another kind of target, and Undefined where there is no value for
	// another reason (predictions of training rows that were not kept are one), and
	// failed where a plugin failed to compute it; "" if the cell was not run. Value is
	// NaN unless Status is ok.
	Status store.Status
	// Without says why the cell cannot have a value, whatever it predicts:
	// OtherTarget, OtherClasses, NoCosts, NoTree or NoProbabilities; "" if it can.
	Without string
	// Problem says why a plugin's metric gave no value, or that it was not asked.
	Problem string
	// RawProbabilities says that the value is of probabilities which are sigmoids of
	// margins that are not calibrated.
	RawProbabilities bool
	// OnlyClass is the class that the cell predicts for every test row although these have
	// others; "" elsewhere.
	OnlyClass   string
	store.Sizes // of the cell's parts
}

// Why a cell cannot have a value of a metric.
const (
	OtherTarget     = "the metric is for another kind of target"
	OtherClasses    = "the metric names other classes"
	NoCosts         = "no costs of these classes"
	NoTree          = "no tree of these classes"
	NoProbabilities = "no probabilities"
)

// Defined reports whether the score has a value.
func (r Row) Defined() bool { return r.Status == store.OK }

// planned returns the scores of a cell and a metric as they are before the cell was
// run.
func planned(c *plan.Cell, m metric.Spec, t target.Target) []Row {
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
		case !m.Costed(t):
			r.Without = NoCosts
		case !m.Placed(t):
			r.Without = NoTree
		case m.Lacks(t) != "":
			r.Without = "no " + string(m.Lacks(t)) + " of rows"
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
	have := map[plan.Combination]*known{}
	for i := range rows {
		of := rows[i].Combination
		if have[of] == nil {
			have[of] = &known{}
		}
		have[of].places = append(have[of].places, i)
	}
	targets := Targets(p)
	list := make([]Row, 0, len(p.Cells))
	for i := range p.Cells {
		c := &p.Cells[i]
		for _, r := range planned(c, m, targets[c.Dataset]) {
			if k := have[c.Combination].find(rows, r); k != nil {
				r.Value, r.Status, r.Pooled, r.Again = k.Value, k.Status, k.Pooled, k.Again
				r.Sizes, r.Problem, r.OnlyClass = k.Sizes, k.Problem, k.OnlyClass
			}
			list = append(list, r)
		}
	}
	return list
}

// known are the rows of a combination, by their places.
type known struct {
	places []int
	next   int // where the next that is asked for probably is
}

// find returns the row of the same repeat, fold and metric, nil if there is none.
func (k *known) find(rows []Row, r Row) *Row {
	if k == nil {
		return nil
	}
	for n := range k.places {
		at := (k.next + n) % len(k.places)
		if x := &rows[k.places[at]]; x.Repeat == r.Repeat && x.Fold == r.Fold && x.Metric == r.Metric {
			k.next = at + 1
			return x
		}
	}
	return nil
}
