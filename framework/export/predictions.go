package export

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// Predictions is the table of the predictions of the ok cells that keep accepts
// (nil accepts all): one row per test row, cells in plan order, with columns
//
//	dataset,encoder,learner,reduction,repeat,fold,row,truth,prediction,score:<label>…,p:<label>…
//
// Row counts the rows of the dataset from 0; truth and prediction are class
// numbers from 0, as in all files: class k of a dataset is the k-th in its class
// order, which is the order of the columns of scores and probabilities if a
// single dataset is written. The columns of several datasets are their labels,
// numbers by value, then text by bytes. NaN stands where a label is not the
// dataset's and where a cell has no probabilities. One cell is in memory at a
// time.
func Predictions(in score.Input, keep func(plan.Cell) bool) Table {
	var cells []score.CellResult
	for _, c := range in.Cells {
		if keep == nil || keep(c.Cell) {
			cells = append(cells, c)
		}
	}
	classes := score.Classes(in.Plan)
	labels := labelsOf(in.Plan, cells, classes)
	columns := schema(cellColumns + "row:integer truth:integer prediction:integer")
	for _, kind := range []string{"score:", "p:"} {
		for _, label := range labels {
			columns = append(columns, Column{kind + label, Number})
		}
	}
	return Table{columns, func(yield func([]Value, error) bool) {
		for _, c := range cells {
			if c.Status() == store.OK && !yieldCell(c, classes[c.Cell.Dataset], labels, yield) {
				return
			}
		}
	}}
}

// labelsOf returns the distinct labels of the datasets of some cells: those of
// one dataset in class order, those of several sorted.
func labelsOf(p *plan.Plan, cells []score.CellResult, classes map[string][]string) []string {
	used := map[string]bool{}
	for _, c := range cells {
		used[c.Cell.Dataset] = true
	}
	var labels []string
	for _, d := range p.Datasets {
		if used[d.Name] {
			labels = append(labels, classes[d.Name]...)
		}
	}
	if len(used) > 1 {
		slices.SortFunc(labels, compareLabels)
		labels = slices.Compact(labels)
	}
	return labels
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
func yieldCell(c score.CellResult, classes, labels []string, yield func([]Value, error) bool) bool {
	p, err := c.Read(len(classes))
	if err != nil {
		yield(nil, fmt.Errorf("cell %s: %w", c.Cell.Name(), err))
		return false
	}
	at := make([]int, len(labels)) // the class number of each label column, or -1
	for i, label := range labels {
		at[i] = slices.Index(classes, label)
	}
	var r row
	r.cell(c.Cell)
	prefix, k := len(r), len(classes)
	for i, id := range p.Rows {
		r = r[:prefix]
		r.integer(id, p.Truth[i], p.Predicted[i])
		r.byLabel(at, p.Scores[i*k:(i+1)*k])
		if p.Probabilities == nil {
			r.byLabel(at, nil)
		} else {
			r.byLabel(at, p.Probabilities[i*k:(i+1)*k])
		}
		if !yield(r, nil) {
			return false
		}
	}
	return true
}

// byLabel appends one number per label column: the class's, or NaN where there
// is none.
func (r *row) byLabel(at []int, numbers []float64) {
	for _, k := range at {
		if k < 0 || numbers == nil {
			r.number(math.NaN())
		} else {
			r.number(numbers[k])
		}
	}
}
