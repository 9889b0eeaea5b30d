package knockout

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// maxErrors bounds the matches that a class may lose.
const maxErrors = 1000

// circuit is the configuration of tournament.
type circuit struct {
	Errors int `json:"errors"`
	Folds  int `json:"folds"` // 0 if not written: scores in sample
	step.Costs
}

func tournament() contract.Component {
	c := contract.Component{
		Name:    "tournament",
		Sources: []contract.Source{beygelzimer2009},
		Params: []contract.Param{
			step.By(step.Whole("errors", 0, maxErrors), 1),
			step.CostsParam(),
			foldsParam(),
		},
	}
	return step.Component(step.Described(docs, c), circuit.method)
}

func (c circuit) method() step.Method[state] { return c }

// Check refuses costs that are wrong whatever the classes.
func (c circuit) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.Written(&ds)
	return ds
}

// Capabilities are those of binary problems, with weights if mistakes have costs or if champions have charges.
func (c circuit) Capabilities() contract.Capabilities {
	return capabilities(c.Costs.Costs != nil || c.Errors > 1)
}

// Plan lists the matches and asks for the classes of the training rows.
func (c circuit) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Classes = len(r.Classes)
	if checkProblems(ds, s.Classes, s.Classes*(c.Errors+1)-1, c.Folds); ds.Failed() {
		return contract.Stage{}
	}
	list, champions := eliminations(s.Classes, c.Errors+1)
	s.Matches, s.Costs = finals(list, champions), c.Of(r.Classes, ds)
	return first(*s, c.Folds)
}

// eliminations are the matches of the first phase, (k − 1)·m of them: m single-elimination tournaments that all
// classes play, one after the other. A class enters the next tournament when it has lost in one, or has won it, so
// that the tournaments take place at the same time. Those who wait for an opponent in a tournament meet in pairs, in
// the order in which they came. The champions are who wins each tournament.
func eliminations(k, m int) (list []match, champions []entrant) {
	waiting := make([][]entrant, m)
	waiting[0] = lists.Map(lists.Range(k), ofClass)
	for len(champions) < m {
		next := make([][]entrant, m)
		for i, players := range waiting {
			last := len(players) == 2 && (i == 0 || len(waiting[i-1]) == 0)
			for ; len(players) > 1; players = players[2:] {
				list = append(list, unplayed(players[0], players[1]))
				winner, loser := entrant{From: len(list) - 1}, entrant{From: len(list) - 1, Lost: true}
				on := i // where the winner plays on
				if last {
					champions, on = append(champions, winner), i+1
				}
				if on < m {
					next[on] = append(next[on], winner)
				}
				if i+1 < m {
					next[i+1] = append(next[i+1], loser)
				}
			}
			next[i] = append(next[i], players...)
		}
		waiting = next
	}
	return list, champions
}

// finals appends the matches of the second phase, a tree over the champions. The charge of an entrant is the number of
// champions below it.
func finals(list []match, champions []entrant) []match {
	for i := range champions {
		champions[i].Charge = 1
	}
	for len(champions) > 1 {
		var winners []entrant
		for ; len(champions) > 1; champions = champions[2:] {
			a, b := champions[0], champions[1]
			list = append(list, unplayed(a, b))
			winners = append(winners, entrant{From: len(list) - 1, Charge: a.Charge + b.Charge})
		}
		champions = append(winners, champions...)
	}
	return list
}

// Next trains the matches whose entrants are known by now, and ends when all are trained.
func (c circuit) Next(s *state, t contract.Training) (contract.Stage, error) {
	return s.next(t, outputs(c.Folds), c.Folds)
}

// Decode predicts the winner of the finals.
func (circuit) Decode(s state, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return s.decode(scores)
}
