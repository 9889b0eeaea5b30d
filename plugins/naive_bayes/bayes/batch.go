package bayes

import (
	"context"
	"errors"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/labels"
)

// counting is the learner of kind counts, which takes sparse rows as they are.
type counting struct{ settings }

// TrainBatch trains each problem in a pass over the rows.
func (l counting) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	failures := make([]error, len(b.RowSets))
	for s, set := range b.RowSets {
		if failures[s] = dense.CheckWeights(set.Weights); failures[s] == nil {
			failures[s] = dense.CheckRows(b.Features, set.Ranges)
		}
	}
	for i, p := range b.Problems {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := contract.Model(nil), failures[p.RowSet]
		if err == nil {
			m, err = l.trainOne(b.Features, b.RowSets[p.RowSet], p)
		}
		done(i, m, err)
	}
	return ctx.Err()
}

// trainOne sums the columns of each class.
func (l counting) trainOne(f contract.Features, set contract.RowSet, p contract.BatchProblem) (contract.Model, error) {
	used := usedRows(f, set, p)
	if len(used.y) == 0 {
		return nil, errors.New("there are no training rows")
	}
	classes, k, err := labels.Targets(p.Task, used.y, p.Classes)
	if err != nil {
		return nil, err
	}
	if f.Cols == 0 {
		return nil, errors.New("there are no feature columns")
	}
	sizes, sums := make([]float64, k), make([]float64, k*f.Cols)
	for n, class := range classes {
		w := used.weights[n]
		sizes[class] += w
		err := used.each(n, func(j int, v float64) {
			sums[class*f.Cols+j] += float64(w * v)
		})
		if err != nil {
			return nil, err
		}
	}
	return multinomial(sums, l.priors(sizes), l.Alpha, p.Task)
}

// used are the rows of a problem, as a learner is to see them.
type used struct {
	contract.Features
	set        contract.RowSet
	at         []int // numbers of the rows in the matrix
	y, weights []float64
	row        []float64
}

func usedRows(f contract.Features, set contract.RowSet, p contract.BatchProblem) *used {
	u := &used{Features: f, set: set, row: make([]float64, f.Cols)}
	number := 0
	for _, r := range set.Ranges {
		for i := r.Start; i < r.End; i, number = i+1, number+1 {
			y := p.TargetOf(r.Class, number)
			if p.Task == contract.Binary && p.Target == nil && y == 0 {
				continue
			}
			w := 1.0
			if set.Weights != nil {
				w = set.Weights[number]
			}
			u.at, u.y, u.weights = append(u.at, i), append(u.y, y), append(u.weights, w)
		}
	}
	return u
}

// each gives the values of row n that are not zero to a function.
func (u *used) each(n int, add func(column int, v float64)) error {
	i := u.at[n]
	if u.CSR == nil {
		copy(u.row, u.Dense[i*u.Cols:(i+1)*u.Cols])
		u.set.Standardise(u.row)
		for j, v := range u.row {
			if v < 0 {
				return negative(j, v, n)
			}
			add(j, v)
		}
		return nil
	}
	for at := u.CSR.Indptr[i]; at < u.CSR.Indptr[i+1]; at++ {
		j, v := int(u.CSR.Indices[at]), u.CSR.Data[at]
		if u.set.Scale != nil {
			v /= u.set.Scale[j]
		}
		if v < 0 {
			return negative(j, v, n)
		}
		add(j, v)
	}
	return nil
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner {
	if s.Kind == counts {
		return counting{s}
	}
	return s
}
