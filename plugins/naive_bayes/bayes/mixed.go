package bayes

import (
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// mixture is the model of independent features of which some are normal and the others
// categories.
type mixture struct {
	normal  *model
	numbers []int // the columns of normal features
	tables  []table
}

// table is the distribution of a column of categories.
type table struct {
	column, values int
	logs           []float64 // log p(value | k), k × values
}

// mixed returns the model of normal features and categories.
func (r rows) mixed(prior []float64, alpha, smoothing float64) (contract.Model, error) {
	m, numbers := &mixture{}, r
	for j, c := range r.Columns {
		if c.Kind != contract.NominalColumn {
			m.numbers = append(m.numbers, j)
			continue
		}
		t, err := r.frequencies(j, len(c.Values), alpha)
		if err != nil {
			return nil, err
		}
		m.tables = append(m.tables, t)
	}
	if len(m.tables) == 0 {
		return nil, errors.New(`there are no columns of categories: kind = "mixed" wants them from encoder "ordinal"; ` +
			`for numbers alone write kind = "gaussian"`)
	}
	numbers.X = m.pick(r.X)
	normal, err := numbers.normal(prior, smoothing)
	if err != nil {
		return nil, err
	}
	m.normal = normal.(*model)
	return m, nil
}

// frequencies counts the values of a column of categories in each class.
func (r rows) frequencies(column, values int, alpha float64) (table, error) {
	t := table{column: column, values: values, logs: make([]float64, r.k*values)}
	sums := make([]float64, r.k)
	for i, k := range r.classes {
		v := r.X.Row(i)[column]
		at := int(v)
		switch {
		case float64(at) != v || at >= values:
			return t, fmt.Errorf("column %d of categories holds %v in training row %d, which is not the number of one of "+
				"%d values",
				column, v, i, values)
		case at < 0:
			continue // a missing value says nothing
		}
		t.logs[k*values+at] += r.weight(i)
		sums[k] += r.weight(i)
	}
	for at, n := range t.logs {
		t.logs[at] = elementary.Log(n+alpha) - elementary.Log(sums[at/values]+float64(alpha*float64(values)))
	}
	return t, nil
}

// pick returns the columns of normal features.
func (m *mixture) pick(x contract.Matrix) contract.Matrix {
	out := contract.Matrix{Rows: x.Rows, Cols: len(m.numbers), Data: make([]float64, 0, x.Rows*len(m.numbers))}
	for i := range x.Rows {
		row := x.Row(i)
		for _, j := range m.numbers {
			out.Data = append(out.Data, row[j])
		}
	}
	return out
}

// Score writes what model's Score writes. A value that the training rows lack says nothing.
func (m *mixture) Score(x contract.Matrix, scores []float64) {
	numbers, classes := m.pick(x), len(m.normal.prior)
	joint := make([]float64, classes)
	for i := range x.Rows {
		for k := range joint {
			joint[k] = m.normal.joint(k, numbers.Row(i))
			if joint[k] == linear.Absent {
				continue
			}
			for _, t := range m.tables {
				if v := x.Row(i)[t.column]; v >= 0 && v < float64(t.values) {
					joint[k] += t.logs[k*t.values+int(v)]
				}
			}
		}
		if m.normal.binary {
			scores[i] = joint[1] - joint[0]
			continue
		}
		copy(scores[i*classes:], joint)
	}
}
