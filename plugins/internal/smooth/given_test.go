package smooth

import (
	"context"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// Rows that are read where they are give the models of a copy, bit for bit: with any
// number of columns beside a multiple of 8, classes in several ranges, rows to the very
// end of the matrix, and any number of threads.
func TestGivenRowsAreThoseOfACopy(t *testing.T) {
	for _, d := range []int{5, 7, 8, 15, 16, 50} {
		f, _ := data(1001, d)
		ranges := []contract.Range{{Start: 3, End: 400}, {Start: 500, End: 1001}, {Start: 1002, End: 1990, Class: 1},
			{Start: 2002, End: 3003, Class: 2}}
		for _, intercept := range []Intercept{NoIntercept, FreeIntercept, PenalisedIntercept} {
			for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
				train := func(design *Design, threads int) []lbfgs.Result {
					r, err := lbfgs.Minimize(context.Background(), NewColumns(design, l, 1, columns, threads), nil,
						lbfgs.Settings{Tol: 1e-9, MaxIter: 200})
					if err != nil {
						t.Fatal(err)
					}
					return r
				}
				want := train(NewDesign(f, ranges, nil, nil, intercept), 1)
				for threads := range 2 {
					for k, r := range train(newGiven(f, ranges, intercept), 1+threads) {
						if !slices.Equal(r.X, want[k].X) || r.Value != want[k].Value || r.Iterations != want[k].Iterations {
							t.Errorf("%d columns, intercept %d, loss %d, %d threads, problem %d: another model", d, intercept, l,
								1+threads, k)
						}
					}
				}
			}
		}
	}
}

// A large matrix is not copied, one that is small or standardised is.
func TestLargeRowsAreNotCopied(t *testing.T) {
	f := contract.Features{Rows: worthGiven / 64, Cols: 64, Dense: make([]float64, worthGiven)}
	all := []contract.Range{{End: f.Rows}}
	if d := NewGiven(f, all, nil, nil, FreeIntercept); d == nil || d.X != nil {
		t.Error("the values were copied")
	}
	if NewGiven(f, []contract.Range{{End: f.Rows - 1}}, nil, nil, FreeIntercept) != nil ||
		NewGiven(f, all, make([]float64, 64), nil, FreeIntercept) != nil {
		t.Error("no copy was asked for")
	}
}
