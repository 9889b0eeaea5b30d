package rowset

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// batch has rows 0 to 7, of which a row set takes 1, 2 of class 0, 4 of class 1 and 5, 6
// of class 2.
func batch() contract.Batch {
	return contract.Batch{
		Features: contract.Features{Rows: 8, Cols: 1, Dense: []float64{0, 10, 20, 30, 40, 50, 60, 70}},
		RowSets: []contract.RowSet{{
			Ranges:  []contract.Range{{Start: 1, End: 3}, {Start: 4, End: 5, Class: 1}, {Start: 5, End: 7, Class: 2}},
			Weights: []float64{1, 2, 3, 4, 5}, Shift: []float64{10}, Scale: []float64{5},
		}},
		Problems: []contract.BatchProblem{
			{Task: contract.Binary, Column: []int8{-1, 0, 1}}, {Task: contract.Multiclass, Classes: 3},
			{Task: contract.Regression, Target: []float64{9, 8, 7, 6, 5}},
		},
		Threads: 2,
	}
}

func TestProblem(t *testing.T) {
	s, err := Open(batch(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if s.Gather(); !slices.Equal(s.X.Data, []float64{0, 2, 6, 8, 10}) {
		t.Errorf("rows %v", s.X.Data)
	}
	for i, want := range []Problem{
		{Rows: []int32{0, 1, 3, 4}, Y: []float64{-1, -1, 1, 1}, Weights: []float64{1, 2, 4, 5}, Classes: 2},
		{Rows: []int32{0, 1, 2, 3, 4}, Y: []float64{0, 0, 1, 2, 2}, Weights: []float64{1, 2, 3, 4, 5}, Classes: 3},
		{Rows: []int32{0, 1, 2, 3, 4}, Y: []float64{9, 8, 7, 6, 5}, Weights: []float64{1, 2, 3, 4, 5}},
	} {
		p := s.Problem(i)
		if !slices.Equal(p.Rows, want.Rows) || !slices.Equal(p.Y, want.Y) || !slices.Equal(p.Weights, want.Weights) ||
			p.Classes != want.Classes {
			t.Errorf("problem %d is %+v, want %+v", i, p, want)
		}
	}
}

// Rows in compressed form stay so, and are scaled.
func TestSparseRows(t *testing.T) {
	b := batch()
	b.Features.Dense, b.Features.Cols = nil, 3
	b.Features.CSR = &contract.CSR{Data: []float64{9, 1, 2, 9, 3, 4, 9}, Indices: []int32{0, 0, 2, 1, 1, 2, 2},
		Indptr: []int64{0, 1, 3, 3, 4, 4, 5, 6, 7}}
	b.RowSets[0].Shift, b.RowSets[0].Scale = nil, []float64{1, 2, 4}
	s, err := Open(b, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Gather()
	x := s.X.Sparse
	if !slices.Equal(x.Data, []float64{1, 0.5, 1.5, 1}) || !slices.Equal(x.Indices, []int32{0, 2, 1, 2}) ||
		!slices.Equal(x.Indptr, []int64{0, 2, 2, 2, 3, 4}) {
		t.Errorf("rows %+v", x)
	}
	if s.X.Rows != 5 || s.X.Cols != 3 || s.X.Data != nil {
		t.Errorf("%d × %d, %d values", s.X.Rows, s.X.Cols, len(s.X.Data))
	}
	b.Features.CSR.Data[4] = math.NaN()
	if _, err := Open(b, 0); err == nil || !strings.Contains(err.Error(), "column 1 holds NaN in training row 3") {
		t.Error(err)
	}
}

// model is nothing but its time.
type model struct{ seconds float64 }

func (*model) Score(contract.Matrix, []float64) {}
func (m *model) Spent(seconds float64)          { m.seconds = seconds }

// TestLearner: a problem that fails stops no other, rows that cannot be prepared fail all.
func TestLearner(t *testing.T) {
	var prepare error
	l := Learner(func(context.Context, *Set) (Trainer, error) {
		return func(_ context.Context, p Problem) (Trained, error) {
			if p.Task == contract.Multiclass {
				return nil, errors.New("too many")
			}
			return &model{}, nil
		}, prepare
	})
	train := func(b contract.Batch) (texts []string) {
		texts = make([]string, len(b.Problems))
		err := l.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
			if err != nil {
				texts[i] = err.Error()
			} else if m.(*model).seconds > 0 {
				texts[i] = "trained"
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return texts
	}
	if got := train(batch()); !slices.Equal(got, []string{"trained", "too many", "trained"}) {
		t.Errorf("answers %q", got)
	}
	prepare = errors.New("no room")
	if got := train(batch()); !slices.Equal(got, []string{"no room", "no room", "no room"}) {
		t.Errorf("answers %q", got)
	}
	empty := batch()
	empty.RowSets[0].Ranges, empty.RowSets[0].Weights = nil, nil
	if got := train(empty); !strings.Contains(got[0], "no training rows") {
		t.Errorf("answers %q", got)
	}
}
