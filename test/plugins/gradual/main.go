// Command gradual offers two reductions of several stages. main.py and main.R of
// test/e2e/testdata/gradual are the same by the SDKs of Python and R.
package main

import (
	"encoding/json"
	"errors"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "gradual", Version: "0.1.0", Components: []contract.Component{
		component("doubts", contract.Binary, doubts{}), component("sides", contract.Regression, sides{}),
	}})
}

func component(name string, task contract.Task, r contract.Reducer) contract.Component {
	return contract.Component{
		Kind: contract.KindReducer, Name: name, Doc: "A reduction of several stages.",
		Capabilities: contract.Capabilities{Tasks: []contract.Task{task}, Properties: contract.Deterministic},
		NewReducer:   func(contract.Config) (contract.Reducer, error) { return r, nil },
	}
}

// doubts is one-vs-rest, and then, twice, the pair of classes that is confused most.
type doubts struct{}

type doubted struct {
	Classes int      `json:"classes"`
	Pairs   [][2]int `json:"pairs"`
}

const rounds = 2

func (doubts) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	k := len(r.Classes)
	code := make(contract.Dense, k)
	for i := range code {
		code[i] = slices.Repeat([]int8{-1}, k)
		code[i][i] = 1
	}
	return contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.OutOfFold, Folds: 2, Later: rounds,
		State: state(doubted{k, [][2]int{}})}, nil
}

func (doubts) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	var s doubted
	if err := json.Unmarshal(b, &s); err != nil {
		return contract.Stage{}, false, err
	}
	if t.Kind == "" || t.Outputs.Cols != s.Classes+len(s.Pairs) {
		return contract.Stage{}, false, errors.New("other outputs than were asked for")
	}
	confused := map[[2]int]int{}
	for i, k := range t.Classes {
		said := largest(t.Outputs.Row(i)[:s.Classes])
		confused[[2]int{min(k, said), max(k, said)}]++
	}
	most := [2]int{-1, -1}
	for a := range s.Classes {
		for b := a + 1; b < s.Classes; b++ {
			pair := [2]int{a, b}
			if !slices.Contains(s.Pairs, pair) && confused[pair] > confused[most] {
				most = pair
			}
		}
	}
	if most[0] < 0 {
		return contract.Stage{State: b}, true, nil
	}
	s.Pairs = append(s.Pairs, most)
	code := make(contract.Dense, s.Classes)
	for k := range code {
		code[k] = []int8{0}
	}
	code[most[0]][0], code[most[1]][0] = 1, -1
	next := contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.NoOutputs, State: state(s)}
	if len(s.Pairs) < rounds {
		next.Outputs = contract.InSample
	}
	return next, false, nil
}

func (doubts) Decode(b []byte, scores contract.Matrix, _ contract.ScoreKind) (d contract.Decoded, err error) {
	var s doubted
	if err := json.Unmarshal(b, &s); err != nil {
		return d, err
	}
	d.Scores = contract.Matrix{Rows: scores.Rows, Cols: s.Classes}
	for i := range scores.Rows {
		row := slices.Clone(scores.Row(i)[:s.Classes])
		for l, pair := range s.Pairs {
			winner := pair[1]
			if scores.Row(i)[s.Classes+l] > 0 {
				winner = pair[0]
			}
			if slices.Contains(pair[:], largest(row)) {
				row[winner] = slices.Max(row) + 1
			}
		}
		d.Scores.Data = append(d.Scores.Data, row...)
		d.Predictions = append(d.Predictions, largest(row))
	}
	return d, checked(scores)
}

// sides is two regressions: on the number of the class, and on that number with the
// sign of the difference of the first two features. Rows of the positive side are there
// twice, with half the weight and two numbers.
type sides struct{}

type sided struct {
	Classes int `json:"classes"`
}

func (sides) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	return contract.Stage{Features: true, Later: 2, State: state(sided{len(r.Classes)})}, nil
}

func (sides) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	problems := contract.Targeted{Task: contract.Regression, Values: contract.Matrix{Cols: 2}}
	for i, k := range t.Classes {
		side, copies := -1.0, 1
		if x := t.Features.Row(i); x[0] > x[1] {
			side, copies = 1, 2
		}
		for again := range copies {
			problems.Values.Data = append(problems.Values.Data, float64(k+1+again), side*float64(k+1))
			problems.Rows, problems.Weights = append(problems.Rows, i), append(problems.Weights, 1/float64(copies))
		}
	}
	problems.Values.Rows = len(problems.Rows)
	return contract.Stage{Problems: problems, Outputs: contract.NoOutputs, State: b}, false, nil
}

func (sides) Decode(b []byte, scores contract.Matrix, _ contract.ScoreKind) (d contract.Decoded, err error) {
	var s sided
	if err := json.Unmarshal(b, &s); err != nil {
		return d, err
	}
	d.Scores = contract.Matrix{Rows: scores.Rows, Cols: s.Classes}
	for i := range scores.Rows {
		var row []float64
		for k := range s.Classes {
			row = append(row, scores.Row(i)[1]/1024-math.Abs(scores.Row(i)[0]-float64(k+1)))
		}
		d.Scores.Data = append(d.Scores.Data, row...)
		d.Predictions = append(d.Predictions, largest(row))
	}
	return d, checked(scores)
}

func largest(row []float64) int { return slices.Index(row, slices.Max(row)) }

func checked(scores contract.Matrix) error {
	if slices.ContainsFunc(scores.Data, math.IsNaN) {
		return errors.New("a score is NaN")
	}
	return nil
}

func state(s any) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return b
}
