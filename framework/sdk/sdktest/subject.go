package sdktest

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
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
		if l.caps.Symmetric && k > 0 {
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
		problems[i].Target = filepath.Join(dir, fmt.Sprintf("target %d.npy", i))
		if err := matrix.WriteFloat64(problems[i].Target, len(y), 0, y); err != nil {
			return nil, nil, err
		}
	}
	return sets, problems, nil
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
