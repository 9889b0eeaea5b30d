package run

import (
	"context"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// leaving learns as weighing does; its models know their training rows.
type leaving struct {
	weight float64
	calls  *atomic.Int64
}

type leavingModel struct {
	weighed
	values, targets []float64
	weight          float64
}

func (l leaving) Train(context.Context, contract.Problem) (contract.Model, error) {
	return nil, fmt.Errorf("there are batches only")
}

func (l leaving) TrainBatch(_ context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	l.calls.Add(1)
	for i, p := range b.Problems {
		m := &leavingModel{weight: l.weight}
		for _, r := range b.RowSets[p.RowSet].Ranges {
			for row := r.Start; row < r.End; row++ {
				m.values = append(m.values, b.Features.Dense[row*b.Features.Cols])
				m.targets = append(m.targets, p.TargetOf(r.Class, len(m.targets)))
			}
		}
		m.weighed = m.without(-1)
		done(i, m, nil)
	}
	return nil
}

// without is the model without a row.
func (m *leavingModel) without(row int) weighed {
	var sums, counts [2]float64
	for i, y := range m.targets {
		if i == row || y == 0 {
			continue
		}
		side := int(y+1) / 2
		sums[side] += m.values[i]
		counts[side]++
	}
	return weighed{spyModel{sums[1] / counts[1], sums[0] / counts[0]}, m.weight}
}

func (m *leavingModel) LeftOut() []float64 {
	scores := make([]float64, len(m.values))
	for row := range scores {
		scores[row] = m.without(row).at(m.values[row])
	}
	return scores
}

// Tuning with as many inner folds as rows asks for leave-one-out scores where models give
// them and features do not depend on the row. What is chosen is the same; it takes a call
// a candidate.
func TestTuningLeavesOneOut(t *testing.T) {
	const folds, candidates, inner = 4, 3, 36
	run := func(able bool, text string, calls int64) (tuned []any) {
		t.Helper()
		var made atomic.Int64
		s := openComponent(t, text, contract.Component{
			Kind: contract.KindLearner, Name: "spy",
			Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0, Min: contract.Bound(0)}},
			NewLearner: func(c contract.Config) (contract.Learner, error) {
				var o struct{ Weight float64 }
				err := c.Decode(&o)
				return leaving{o.Weight, &made}, err
			},
			Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
				Properties: contract.TrainsBatches | contract.Deterministic | contract.LeavesOneOut.If(able)},
		})
		if err := s.run(t, 2, nil); err != nil {
			t.Fatal(err)
		}
		if tried := made.Load() - folds; tried > calls+candidates*folds || tried < calls {
			t.Errorf("able %v: %d calls to tune, want %d and one a choice", able, tried, calls)
		}
		for _, c := range s.ready.Plan.Cells {
			r := s.memory.results[c.Key]
			if r.Status != store.OK || len(r.Tuned) != 1 {
				t.Fatalf("%s: %+v", c.Name(), r)
			}
			tuned = append(tuned, r.Tuned["weight"])
		}
		return tuned
	}
	text := must.Replace(raw("tune {\n weight = [0.2, 1, 1.4]\n folds = 1000\n}"), "rows     = 120", "rows     = 48")
	all := run(false, text, folds*candidates*inner)
	if one := run(true, text, folds*candidates); !reflect.DeepEqual(one, all) {
		t.Errorf("leaving one out chooses %v, inner folds choose %v", one, all)
	}
	run(true, must.Replace(text, `numeric = "none"`, `numeric = "standard"`), folds*candidates*inner)
	run(true, must.Replace(text, "folds = 1000", "folds = 12"), folds*candidates*12)
}
