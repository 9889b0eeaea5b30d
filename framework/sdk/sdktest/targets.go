package sdktest

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// targets gives the same problems in files, over ranges that say nothing of
// classes, as problems of labels come.
func (l *learner) targets(ctx context.Context) (string, error) {
	switch {
	case l.task == contract.Regression:
		return "", skipped("numbers come in no other way")
	case !l.caps.Deterministic:
		return "", skipped("without determinism it cannot be seen")
	}
	e := l.exam(usual())
	filed := e
	filed.files = true
	return "", l.agree(ctx, "targets in a file instead of a code column", e, filed)
}

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
