package sdktest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// exam is what a learner is given to train and to score.
type exam struct {
	x        contract.Matrix
	columns  []contract.Column // of x; nil if they are not sent
	sparse   bool              // x is sent in compressed form
	sets     []service.RowSet
	problems []service.Problem
	test     []contract.Range
	threads  int
	files    bool // targets are sent in files
	lists    bool // with files: those of binary problems as lists of the rows of +1
	pairs    bool // each row is scored by every other model, and then by the others
	leaves   bool // the training rows are scored, each as by the model without it
}

// learner checks one learner on one task.
type learner struct {
	*suite
	configuration
	name string
	task contract.Task
}

// exam asks for everything that a sample has to ask.
func (l *learner) exam(s sample) exam {
	return exam{x: s.x, sets: []service.RowSet{s.rowSet()}, problems: l.problems(s.classes), test: s.test}
}

// problems lists each class against the others and the first two against each
// other, the multiclass problem with two seeds, or regressions of numbers that
// classes stand for.
func (l *learner) problems(classes int) []service.Problem {
	if l.task == contract.Regression {
		up, down := make([]int8, classes), make([]int8, classes)
		for k := range classes {
			up[k], down[k] = int8(k+1), int8(-3*k)
		}
		return []service.Problem{{Task: l.task, Column: up, Classes: 2, Seed: 1},
			{Task: l.task, Column: down, Classes: 2, Seed: 2}}
	}
	if l.task == contract.Multiclass {
		return []service.Problem{{Task: l.task, Classes: classes, Seed: 1}, {Task: l.task, Classes: classes, Seed: 2}}
	}
	var list []service.Problem
	for k := range classes {
		column := slices.Repeat([]int8{-1}, classes)
		column[k] = 1
		if l.caps.Has(contract.Symmetric) && k > 0 {
			column = negated(column)
		}
		list = append(list, service.Problem{Task: l.task, Column: column, Classes: classes, Seed: uint64(k) + 1})
	}
	pair := make([]int8, classes)
	pair[0], pair[1] = 1, -1
	return append(list, service.Problem{Task: l.task, Column: pair, Classes: classes, Seed: 9})
}

func negated(column []int8) []int8 {
	out := make([]int8, len(column))
	for k, e := range column {
		out[k] = -e
	}
	return out
}

// usual is the sample of most checks.
func usual() sample { return draw(3, 20, 4) }

// sent returns the row sets and the problems of an exam as a call has them: the
// targets of regressions, and of all problems if the exam wants that, in files.
func (e exam) sent(dir string) ([]service.RowSet, []service.Problem, error) {
	sets := append([]service.RowSet(nil), e.sets...)
	problems := append([]service.Problem(nil), e.problems...)
	known := map[string]int{} // sets, by what they hold
	for i, p := range problems {
		if !e.files && p.Task != contract.Regression {
			continue
		}
		set, y := targetsOf(p, e.sets[p.RowSet])
		key := fmt.Sprint(p.RowSet, set.Ranges)
		if _, ok := known[key]; !ok {
			known[key] = len(sets)
			sets = append(sets, set)
		}
		problems[i].RowSet, problems[i].Column = known[key], nil
		if e.lists && p.Task == contract.Binary {
			problems[i].Positives = positives(y)
			continue
		}
		problems[i].Target = filepath.Join(dir, fmt.Sprintf("target %d.npy", i))
		if err := matrix.WriteFloat64(problems[i].Target, len(y), 0, y); err != nil {
			return nil, nil, err
		}
	}
	return sets, problems, nil
}

// positives lists where targets are +1.
func positives(y []float64) []int32 {
	var list []int32
	for i, v := range y {
		if v > 0 {
			list = append(list, int32(i))
		}
	}
	return list
}

// targetsOf returns the targets of a problem for each row of a set, and the set
// without the rows that it leaves out. The column of a regression holds a number
// for each class.
func targetsOf(p service.Problem, set service.RowSet) (service.RowSet, []float64) {
	ranges := set.Ranges
	set.Ranges = nil
	var y []float64
	for _, r := range ranges {
		value := float64(r.Class)
		if p.Task != contract.Multiclass {
			value = float64(p.Column[r.Class])
		}
		if p.Task == contract.Binary && value == 0 {
			continue
		}
		for range r.End - r.Start {
			y = append(y, value)
		}
		r.Class = 0
		set.Ranges = append(set.Ranges, r)
	}
	return set, y
}

// sample is a small multiclass problem: rows sorted by class, of each class two
// ranges to train on and the rows between them to score.
type sample struct {
	x           contract.Matrix
	train, test []contract.Range
	classes     int
}

// draw draws classes that are apart in the first feature and in most others.
// Features differ in place and size.
func draw(classes, rowsEach, features int) sample {
	random := rand.New(rand.NewPCG(uint64(classes), uint64(features)))
	s := sample{classes: classes, x: contract.Matrix{Rows: classes * rowsEach, Cols: features}}
	for k := range classes {
		first := k * rowsEach
		for range rowsEach {
			for j := range features {
				centre := float64(4 * ((k + j) % classes))
				size := math.Pow(10, float64(j%3-1))
				s.x.Data = append(s.x.Data, float64((centre+random.NormFloat64())*size)+float64(j))
			}
		}
		from, to := first+2*rowsEach/5, first+3*rowsEach/5
		s.train = append(s.train, contract.Range{Start: first, End: from, Class: k},
			contract.Range{Start: to, End: first + rowsEach, Class: k})
		s.test = append(s.test, contract.Range{Start: from, End: to, Class: k})
	}
	return s
}

// standard returns mean and standard deviation of each column over the training
// rows; the latter is 1 for constant columns.
func (s sample) standard() (shift, scale []float64) {
	shift, scale = make([]float64, s.x.Cols), make([]float64, s.x.Cols)
	rows := gathered(s.x, s.train)
	n := float64(rows.Rows)
	for j := range s.x.Cols {
		for i := range rows.Rows {
			shift[j] += rows.Row(i)[j]
		}
		shift[j] /= n
		for i := range rows.Rows {
			scale[j] += float64((rows.Row(i)[j] - shift[j]) * (rows.Row(i)[j] - shift[j]))
		}
		if scale[j] = math.Sqrt(scale[j] / n); !(scale[j] > 0) {
			scale[j] = 1
		}
	}
	return shift, scale
}

// rowSet is the training rows, standardised.
func (s sample) rowSet() service.RowSet {
	shift, scale := s.standard()
	return service.RowSet{Ranges: s.train, Shift: shift, Scale: scale}
}

// gathered copies the rows of ranges.
func gathered(x contract.Matrix, ranges []contract.Range) contract.Matrix {
	out := contract.Matrix{Cols: x.Cols}
	for _, r := range ranges {
		out.Rows += r.End - r.Start
		out.Data = append(out.Data, x.Data[r.Start*x.Cols:r.End*x.Cols]...)
	}
	return out
}

// compact moves the training rows to the front, in their order, and the others
// after them, so that one range holds the training rows of a class.
func (s sample) compact() sample {
	train, test := gathered(s.x, s.train), gathered(s.x, s.test)
	out := sample{classes: s.classes, x: contract.Matrix{
		Rows: train.Rows + test.Rows, Cols: s.x.Cols, Data: append(train.Data, test.Data...),
	}}
	at := 0
	out.train, at = packed(s.train, at)
	out.test, _ = packed(s.test, at)
	return out
}

// packed lays ranges one after the other and joins those of a class.
func packed(ranges []contract.Range, at int) (out []contract.Range, end int) {
	for _, r := range ranges {
		next := contract.Range{Start: at, End: at + r.End - r.Start, Class: r.Class}
		at = next.End
		if last := len(out) - 1; last >= 0 && out[last].Class == r.Class {
			out[last].End = at
			continue
		}
		out = append(out, next)
	}
	return out, at
}
