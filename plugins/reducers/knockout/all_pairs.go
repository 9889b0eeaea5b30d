package knockout

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// pairs is the configuration of weighted_all_pairs.
type pairs struct {
	Ties decode.Ties `json:"ties"`
	step.Costs
}

func allPairs() contract.Component {
	c := contract.Component{
		Name:    "weighted_all_pairs",
		Sources: []contract.Source{beygelzimer2005},
		Params: []contract.Param{
			step.CostsParam(),
			{Name: "ties", Type: "string", OneOf: decode.AllTies(), Default: string(decode.ByScore)},
		},
	}
	return step.Component(step.Described(docs, c), pairs.method)
}

func (c pairs) method() step.Method[state] { return c }

// Check refuses costs that are wrong whatever the classes.
func (c pairs) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.Written(&ds)
	return ds
}

// rule counts wins.
func (c pairs) rule() decode.Rule { return decode.Rule{Method: decode.Vote, Ties: c.Ties} }

// Capabilities are those of binary problems, with weights if mistakes have costs.
func (c pairs) Capabilities() contract.Capabilities {
	all := capabilities(c.Costs.Costs != nil)
	votes, _ := decode.Find(decode.Vote)
	all.Properties |= contract.MixesScores.If(votes.Mixes(c.Ties))
	return all
}

// Plan lists the pairs and asks for the classes of the training rows.
func (c pairs) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Classes = len(r.Classes)
	if checkProblems(ds, s.Classes, s.Classes*(s.Classes-1)/2, 0); ds.Failed() {
		return contract.Stage{}
	}
	for i := range s.Classes {
		for j := i + 1; j < s.Classes; j++ {
			s.Matches = append(s.Matches, unplayed(ofClass(i), ofClass(j)))
		}
	}
	if costs := c.Of(r.Classes, ds); costs != nil {
		s.Costs = lists.Map(costs, shared)
	}
	return first(*s, 0)
}

// shared are the v of Beygelzimer et al. (2005) for the costs c of a row: v_i is the integral from the least cost to
// c_i of dt/L(t), where L(t) is the number of classes that cost t at most. They shrink the differences between classes
// that cost more than many others.
func shared(costs []float64) []float64 {
	order := lists.Range(len(costs))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	v := make([]float64, len(costs))
	for n, k := range order[1:] {
		below := order[n]
		v[k] = v[below] + (costs[k]-costs[below])/float64(n+1)
	}
	return v
}

// Next trains the pairs, as many at a time as the targets have room for.
func (pairs) Next(s *state, t contract.Training) (contract.Stage, error) {
	return s.next(t, contract.ClassesOnly, 0)
}

// Decode predicts the class that wins most of its pairs. A pair without a model counts as ±1.
func (c pairs) Decode(s state, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := s.checkPlayed(scores); err != nil {
		return contract.Decoded{}, err
	}
	if want := contract.Pairs(s.Classes).Columns(); len(s.Matches) != want {
		return contract.Decoded{}, fmt.Errorf("there are %d matches for %d pairs", len(s.Matches), want)
	}
	all := contract.Matrix{Rows: scores.Rows, Cols: len(s.Matches)}
	for i := range scores.Rows {
		for _, m := range s.Matches {
			all.Data = append(all.Data, m.score(scores.Row(i)))
		}
	}
	return c.rule().Decode(contract.Pairs(s.Classes), all, kind)
}
