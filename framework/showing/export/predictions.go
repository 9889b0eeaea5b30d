package export

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/columns"
)

// Predictions is the table of the predictions of the ok cells that keep accepts
// (nil accepts all): one row per test row, cells in plan order, with columns
//
//	dataset,encoder,learner,reduction,repeat,fold,row,truth,prediction,score:<label>…,p:<label>…
//
// and if the cells are of multi-label datasets one row per test row and label, with
// columns
//
//	dataset,encoder,learner,reduction,repeat,fold,row,label,truth,prediction,score,p
//
// If there are cells of both kinds the columns are label after row and all others,
// score and p at the end: the label is empty and score and p are NaN where a row
// has a class, and the columns of classes are NaN where it has labels.
//
// Row counts the rows of the dataset from 0; truth and prediction are classes, as
// the columns of scores and probabilities call them, or 1 for a label that the row
// has or gets and else 0. The columns are in class order if a single dataset is
// written; those of several datasets are their classes, numbers by value, then text
// by bytes. There is NaN where a class is not the dataset's and where a cell has no
// probabilities. One cell is in memory at a time.
//
// Datasets of more than MostColumns classes have no such columns. Of cells that have the
// best of each row alone the score of the others is NaN, and so is their probability; of
// labels only those are rows that the row has, or that are among its best.
func Predictions(in score.Input, keep func(plan.Cell) bool) Table {
	cells := lists.Filter(in.Cells, func(c score.Cell) bool { return keep == nil || keep(c.Cell) })
	targets := score.Targets(in.Plan)
	form := formOf(in.Plan, cells, targets)
	return Table{form.columns(), func(yield func([]Value, error) bool) {
		for _, c := range cells {
			if c.Status() == store.OK && !form.yieldCell(c, targets[c.Dataset], yield) {
				return
			}
		}
	}}
}

// MostColumns is the largest number of classes of a dataset that have columns of their own.
const MostColumns = 10_000

// predictionsForm says which columns the predictions of some cells have.
type predictionsForm struct {
	classes    []string // names of the columns of classes
	multiLabel bool     // whether there are multi-label datasets
	onlyLabels bool     // whether there are no others, so that truth is a number
}

// formOf collects the distinct classes of the datasets of some cells: those of
// one dataset in class order, those of several sorted.
func formOf(p *plan.Plan, cells []score.Cell, targets map[string]target.Target) predictionsForm {
	used := map[string]bool{}
	for _, c := range cells {
		used[c.Dataset] = true
	}
	var f predictionsForm
	datasets := 0
	for _, d := range p.Datasets {
		switch target := targets[d.Name]; {
		case used[d.Name] && target.MultiLabel:
			f.multiLabel = true
		case used[d.Name]:
			if target.K() <= MostColumns {
				f.classes = append(f.classes, target.Names...)
			}
			datasets++
		}
	}
	f.onlyLabels = f.multiLabel && datasets == 0
	if datasets > 1 {
		slices.SortFunc(f.classes, compareLabels)
		f.classes = slices.Compact(f.classes)
	}
	return f
}

func (f predictionsForm) columns() []Column {
	var fields []Column
	for _, field := range columns.Predictions.Fields {
		switch field.Name {
		case "label":
			if !f.multiLabel {
				continue
			}
		case "truth", "prediction":
			if f.onlyLabels {
				field.Kind = Integer
			}
		case "score":
			fields = append(fields, columns.OfClass(f.classes)...)
			fallthrough
		case "p":
			if !f.multiLabel {
				continue
			}
		}
		fields = append(fields, field)
	}
	return fields
}

// compareLabels orders numbers by value before text by bytes.
func compareLabels(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY == nil:
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}

// yieldCell gives the rows of one cell.
func (f predictionsForm) yieldCell(c score.Cell, target target.Target, yield func([]Value, error) bool) bool {
	p, err := c.Read(target)
	if err != nil {
		yield(nil, fmt.Errorf("cell %s: %w", c.Name(), err))
		return false
	}
	var r row
	r.cell(c.Cell)
	if target.MultiLabel {
		return f.yieldLabels(r, p, target.Names, yield)
	}
	return f.yieldClasses(r, p, target.Names, yield)
}

// yieldClasses gives one row for each of the predictions.
func (f predictionsForm) yieldClasses(r row, p store.Predictions, classes []string,
	yield func([]Value, error) bool) bool {
	// The class number of each column, or -1.
	at := lists.Map(f.classes, func(class string) int { return slices.Index(classes, class) })
	prefix, k := len(r), len(classes)
	for i, id := range p.Rows {
		r = r[:prefix]
		r.integer(id)
		if f.multiLabel {
			r.text("")
		}
		r.text(classes[p.Truth.Class[i]], classes[p.Predicted.Class[i]])
		switch {
		case p.Top != nil:
			r.best(at, p.Top, i, p.Top.Scores)
			r.best(at, p.Top, i, p.Top.Probabilities)
		case p.Probabilities == nil:
			r.byClass(at, p.Scores[i*k:(i+1)*k])
			r.byClass(at, nil)
		default:
			r.byClass(at, p.Scores[i*k:(i+1)*k])
			r.byClass(at, p.Probabilities[i*k:(i+1)*k])
		}
		if f.multiLabel {
			r.number(math.NaN(), math.NaN())
		}
		if !yield(r, nil) {
			return false
		}
	}
	return true
}

// yieldLabels gives one row for each of the predictions and labels.
func (f predictionsForm) yieldLabels(r row, p store.Predictions, labels []string,
	yield func([]Value, error) bool) bool {
	prefix := len(r)
	nothing := slices.Repeat([]float64{math.NaN()}, 2*len(f.classes))
	for row, id := range p.Rows {
		for _, l := range labelled(p, row) {
			r = r[:prefix]
			r.integer(id)
			r.text(labels[l.label])
			if f.onlyLabels {
				r.integer(l.has, l.gets)
			} else {
				r.text(strconv.Itoa(l.has), strconv.Itoa(l.gets))
			}
			r.number(nothing...)
			r.number(l.score, l.probability)
			if !yield(r, nil) {
				return false
			}
		}
	}
	return true
}

// labelOf is what is known of a label of a row: 1 if the row has it, or gets it, and else 0.
type labelOf struct {
	label, has, gets   int
	score, probability float64
}

// labelled are all labels of a row or, where the best alone are known, those and what the row has.
func labelled(p store.Predictions, row int) []labelOf {
	var of []int
	if p.Top == nil {
		of = lists.Range(p.K)
	} else {
		of = lists.Map(slices.Concat(p.Top.Row(row), p.Truth.Y.Row(row)), func(l int32) int { return int(l) })
		slices.Sort(of)
		of = slices.Compact(of)
	}
	has := func(l target.Labels, label int) int {
		if l.Has(row, label) {
			return 1
		}
		return 0
	}
	return lists.Map(of, func(label int) labelOf {
		l := labelOf{label, has(p.Truth.Y, label), has(p.Predicted.Y, label), math.NaN(), math.NaN()}
		switch at := row*p.K + label; {
		case p.Top != nil:
			l.score, l.probability = entryOf(p.Top, row, label, p.Top.Scores), entryOf(p.Top, row, label, p.Top.Probabilities)
		case p.Probabilities != nil:
			l.probability = p.Probabilities[at]
			fallthrough
		default:
			l.score = p.Scores[at]
		}
		return l
	})
}

// entryOf is a number of a class or label of a row, NaN of those that are not among the best.
func entryOf(t *target.Top, row, label int, numbers []float64) float64 {
	start, end := t.Bounds(row)
	if at := slices.Index(t.Of[start:end], int32(label)); at >= 0 && numbers != nil {
		return numbers[start+at]
	}
	return math.NaN()
}

// best appends a number per column of a class, NaN where the class is not among the best of a row.
func (r *row) best(at []int, t *target.Top, row int, numbers []float64) {
	for _, k := range at {
		if k < 0 {
			r.number(math.NaN())
		} else {
			r.number(entryOf(t, row, k, numbers))
		}
	}
}

// byClass appends one number per column of a class: the class's, or NaN where there
// is none.
func (r *row) byClass(at []int, numbers []float64) {
	for _, k := range at {
		if k < 0 || numbers == nil {
			r.number(math.NaN())
		} else {
			r.number(numbers[k])
		}
	}
}
