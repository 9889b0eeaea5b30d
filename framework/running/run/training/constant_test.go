package training

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/session"
)

func TestConstantsOfColumns(t *testing.T) {
	for kind, want := range map[contract.ScoreKind]float64{contract.Margin: 1, contract.LogOdds: math.Log(2*45 + 1)} {
		test := rows.NewSet(rows.Test, service.Features{}, []contract.Range{{Start: 30, End: 31}})
		tr := &Training{pool: plan.NewPool(true), Session: &session.Session{
			Learner: &experiment.Instance{Capabilities: contract.Capabilities{Scores: kind}},
			Fold:    &rows.Fold{Train: []contract.Range{{Start: 0, End: 30}, {Start: 40, End: 55, Class: 1}}, Sets: []*rows.Set{test}},
		}}
		columns := contract.Dense{{1, 1, 0, 1}, {-1, 1, 1, 0}, {0, -1, 0, -1}, {0, 0, -1, -1}}
		tr.Claim(plan.Asked{Stage: contract.Stage{Problems: contract.Coded{Code: columns}}})
		for i, want := range []float64{math.NaN(), want, want, want} {
			constant := tr.constant(i)
			if constant != (want == want) || constant && tr.Problems[i].Scores[test][0] != want {
				t.Errorf("%s column %d: constant %v, %v", kind, i, constant, tr.Problems[i].Scores)
			}
		}
		tr.Claim(plan.Asked{Stage: contract.Stage{Problems: contract.Coded{Code: contract.Dense{{0}, {0}, {1}, {-1}}}}})
		if !tr.constant(4) || tr.Problems[4].Scores[test][0] != 0 {
			t.Errorf("%s: %v for a pair without rows", kind, tr.Problems[4].Scores)
		}
	}
}
