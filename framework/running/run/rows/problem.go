package rows

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
)

// Truth returns the targets of a problem of labels or of targets, one for each
// training row in their order, or of those that the problem numbers: in binary problems
// ±1, or 0 for a row that is left out. It is nil for problems of classes.
func (f *Fold) Truth(p plan.Problem) []float64 {
	switch of := p.Problems.(type) {
	case contract.Targeted:
		return of.Values.Data
	case contract.Labelled:
		return f.signs(of[0])
	case contract.Subset:
		return f.whoHave().truth(of, CountRows(f.Train))
	}
	return nil
}

// signs are +1 for each training row that has a label, −1 for the others.
func (f *Fold) signs(label int) []float64 {
	y := slices.Repeat([]float64{-1}, CountRows(f.Train))
	for _, row := range f.Having(label) {
		y[row] = 1
	}
	return y
}

// Having lists the training rows that have a label or are of a class, as their numbers in
// ascending order.
func (f *Fold) Having(label int) []int32 { return f.whoHave().of[label] }

// whoHave finds the rows that have each label or are of each class, once.
func (f *Fold) whoHave() *having {
	if f.having == nil {
		f.having = f.Block.rowsHaving(f.Train)
	}
	return f.having
}

// Width is the number of scores a row of a problem.
func (f *Fold) Width(p plan.Problem) int {
	switch of := p.Problems.(type) {
	case contract.Whole:
		return f.Block.Dataset.Table.Target.K()
	case contract.Targeted:
		if of.Task == contract.Multiclass {
			return of.Groups
		}
	}
	return 1
}

// SeenBy lists the classes of a multiclass problem that have training rows, which
// are those that it is trained for; nil for other problems.
func (f *Fold) SeenBy(p plan.Problem) []int {
	switch of := p.Problems.(type) {
	case contract.Whole:
		var seen []int
		for _, r := range f.Train {
			seen = append(seen, r.Class)
		}
		slices.Sort(seen)
		return slices.Compact(seen)
	case contract.Targeted:
		if of.Task == contract.Multiclass {
			return classesIn(of.Values.Data)
		}
	}
	return nil
}

// classesIn lists the classes that targets name, ascending.
func classesIn(y []float64) []int {
	var seen []int
	for _, class := range y {
		if class >= 0 {
			seen = append(seen, int(class))
		}
	}
	slices.Sort(seen)
	return slices.Compact(seen)
}

// Constant reports whether the training rows lack a side of a binary problem, and
// returns the log-odds of a share of all or none of n rows as Krichevsky and
// Trofimov estimate it, (m + ½) / (n + 1) ("The performance of universal encoding",
// 1981): ±ln(2n + 1). For a code column n is all training rows of the fold, so that
// such columns weigh alike, whatever classes they leave out. Without rows on either
// side it is 0.
func (f *Fold) Constant(p plan.Problem) (logOdds float64, constant bool) {
	positive, negative := f.sides(p)
	n := positive + negative
	_, coded := p.Problems.(contract.Coded)
	switch {
	case positive > 0 && negative > 0:
		return 0, false
	case n == 0:
		return 0, true
	case coded:
		n = CountRows(f.Train)
	}
	logOdds = elementary.Log(float64(2*n + 1))
	if positive == 0 {
		logOdds = -logOdds
	}
	return logOdds, true
}

// sides counts the training rows on either side of a binary problem.
func (f *Fold) sides(p plan.Problem) (positive, negative int) {
	count := func(sign float64, rows int) {
		switch {
		case sign > 0:
			positive += rows
		case sign < 0:
			negative += rows
		}
	}
	switch of := p.Problems.(type) {
	case contract.Coded:
		column := of.Column(0)
		for _, r := range f.Train {
			count(float64(column[r.Class]), r.End-r.Start)
		}
	case contract.Labelled:
		n := len(f.Having(of[0]))
		return n, CountRows(f.Train) - n
	case contract.Subset:
		return f.whoHave().sides(of, CountRows(f.Train))
	case contract.Targeted:
		for _, y := range of.Values.Data {
			count(y, 1)
		}
	}
	return positive, negative
}

// mostListed is how many rows may be listed for all labels, which have to fit into one
// message to a learner.
const mostListed = 1 << 24

// Targets are the targets of a problem as a learner gets them.
type Targets struct {
	Path string // "" for a problem of classes, and where rows are listed
	Rows service.RowSet
	Own  bool // Rows are not all training rows
	// Positives are the rows of +1, in place of a file.
	Positives []int32
	Classes   int   // of the problem as the learner gets it: those with training rows
	Seen      []int // of a multiclass problem, the classes with training rows
	Width     int   // scores a row of the problem with all its classes; 0 for 1
}

// Targets writes the targets of a problem into files whose names hold its number;
// those of a problem of classes need no file.
func (f *Fold) Targets(files *sealed.Folder, p plan.Problem, number int) (Targets, error) {
	t := Targets{Rows: f.RowSet(), Classes: f.Block.Dataset.Table.Target.K()}
	var y, weights []float64
	switch of := p.Problems.(type) {
	case contract.Labelled:
		if f.lists && f.whoHave().count <= mostListed {
			t.Classes, t.Positives = 2, f.Having(of[0])
			return t, nil
		}
		y = f.signs(of[0])
	case contract.Subset:
		y, weights = f.subset(of, &t)
	case contract.Targeted:
		y, weights = f.trained(of, &t)
	case contract.Whole:
		t.Width, t.Seen = t.Classes, f.SeenBy(p)
		if len(t.Seen) < t.Width {
			y = numbered(nil, f.Train, t.Seen)
		}
	}
	if y != nil {
		t.Classes = max(2, len(t.Seen))
	}
	if p.ByCost {
		t.Own, weights = true, f.ByCost(p)
	}
	return t, t.write(files, number, y, weights)
}

// write writes the values of targets, and weights of rows of their own, where there are any.
func (t *Targets) write(files *sealed.Folder, number int, y, weights []float64) (err error) {
	if weights != nil {
		if t.Rows.Weights, err = Write(files, fmt.Sprintf("weights %d.npy", number), len(weights), 0, weights); err != nil {
			return err
		}
	}
	if y != nil {
		t.Path, err = Write(files, fmt.Sprintf("target %d.npy", number), len(y), 0, y)
	}
	return err
}

// subset sets the rows and the positive rows of the targets of a subset. It returns the targets to be written where the
// learner does not take lists, and the weights of rows where these are not all training rows.
func (f *Fold) subset(s contract.Subset, t *Targets) (y, weights []float64) {
	h := f.whoHave()
	positives, n := h.one(s.Positive), CountRows(f.Train)
	t.Classes = 2
	if m := h.members(s); m != nil {
		t.Own, t.Rows.Ranges, n = true, m.ranges, len(m.rows)
		positives, weights = m.places(positives), m.weights(f.Block.Weights(f.Train))
	}
	if f.lists {
		t.Positives = positives
		return nil, weights
	}
	y = slices.Repeat([]float64{-1}, n)
	for _, row := range positives {
		y[row] = 1
	}
	return y, weights
}

// Size is about how many numbers a learner gets that trains a problem after another, beside those that the two share.
func (f *Fold) Size(p, before contract.Problems) int {
	s, is := p.(contract.Subset)
	if !is {
		return f.Block.Dataset.Table.Target.K()
	}
	count := func(of []int32) int {
		return lists.Sum(lists.Map(of, func(k int32) int { return len(f.Having(int(k))) }))
	}
	last, alike := before.(contract.Subset)
	if alike && len(s.Among) > 0 && len(last.Among) == len(s.Among) && &last.Among[0] == &s.Among[0] {
		return 1 + count(s.Positive)
	}
	return 1 + count(s.Positive) + count(s.Among)
}

// trained returns the values of targets whose rows are trained on. Where these are not all
// training rows, once, or have weights, they get a row set of their own, whose weights are
// those of dataset and problem.
func (f *Fold) trained(p contract.Targeted, t *Targets) (y, weights []float64) {
	var of []int // values
	for i, v := range p.Values.Data {
		if !(p.Task == contract.Binary && v == 0 || p.Task == contract.Multiclass && v < 0) {
			of = append(of, i)
		}
	}
	y = p.Values.Data
	if p.Rows != nil || p.Weights != nil || len(of) < len(y) {
		y, weights = lists.Pick(y, of), f.ownRows(p, of, t)
	}
	if p.Task == contract.Multiclass {
		t.Seen, t.Width = classesIn(y), p.Groups
		if len(t.Seen) < t.Width {
			y = numbered(y, f.Train, t.Seen)
		}
	}
	return y, weights
}

// ownRows makes the rows of some targets a row set of their own, and returns their weights,
// nil if all are 1.
func (f *Fold) ownRows(p contract.Targeted, of []int, t *Targets) []float64 {
	numbers := of
	if p.Rows != nil {
		numbers = lists.Pick(p.Rows, of)
	}
	t.Own, t.Rows.Ranges = true, someRows(f.Train, numbers)
	weights := f.Block.Weights(f.Train)
	switch {
	case weights != nil:
		weights = lists.Pick(weights, numbers)
		for i, at := range of {
			if p.Weights != nil {
				weights[i] *= p.Weights[at]
			}
		}
	case p.Weights != nil:
		weights = lists.Pick(p.Weights, of)
	}
	return weights
}

// RowSet is all training rows.
func (f *Fold) RowSet() service.RowSet {
	return service.RowSet{Ranges: f.Train, Weights: f.weights, Shift: f.Fitted.Shift, Scale: f.Fitted.Scale}
}

// numbered returns the class of each training row as its place among the classes
// that have any; y is the classes, or nil where they are those of the ranges.
func numbered(y []float64, rows []contract.Range, seen []int) []float64 {
	if len(seen) == 0 {
		return y
	}
	var out []float64
	add := func(class, rows int) {
		place, _ := slices.BinarySearch(seen, class)
		out = append(out, slices.Repeat([]float64{float64(place)}, rows)...)
	}
	for _, class := range y {
		add(int(class), 1)
	}
	for _, r := range rows {
		if y == nil {
			add(r.Class, r.End-r.Start)
		}
	}
	return out
}

// ByCost returns what the training rows weigh in a problem of classes: in proportion to
// their own weight times that of their class by the costs of the dataset, with the sum
// that their own weights have. For the problem of all classes these are the weights of
// WEKA's cost-sensitive classifiers (Ting, "An instance-weighting method to induce
// cost-sensitive trees", IEEE TKDE 14, 2002). Rows that the problem leaves out weigh 1.
func (f *Fold) ByCost(p plan.Problem) []float64 {
	column := p.Column()
	subset, is := p.Problems.(contract.Subset)
	if is {
		column = entries(subset, f.Block.Dataset.Table.Target.K())
	}
	of := cost.Matrix(f.Block.Dataset.Table.Target.Costs).Weights(column)
	weights := f.Block.Weights(f.Train)
	if weights == nil {
		weights = slices.Repeat([]float64{1}, CountRows(f.Train))
	}
	before, after, at := 0.0, 0.0, 0
	each := func(change func(class, row int)) {
		at = 0
		for _, r := range f.Train {
			for range r.End - r.Start {
				if column == nil || column[r.Class] != 0 {
					change(r.Class, at)
				}
				at++
			}
		}
	}
	each(func(class, row int) {
		before += weights[row]
		weights[row] = float64(weights[row] * of[class])
		after += weights[row]
	})
	each(func(_, row int) { weights[row] *= before / after })
	if is {
		return f.whoHave().members(subset).weights(weights)
	}
	return weights
}
