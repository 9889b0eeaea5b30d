package knockout

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// next returns the stage of the matches whose entrants are known by now, as many as its targets have room for,
// with the given outputs unless it is the last. A stage without problems is the end.
func (s *state) next(t contract.Training, outputs contract.Outputs, folds int) (contract.Stage, error) {
	if len(t.Counts) != s.Classes || outputs != contract.ClassesOnly && t.Outputs.Cols != len(s.Trained) {
		return contract.Stage{}, fmt.Errorf("there are outputs of %d models on %d classes for %d models on %d classes",
			t.Outputs.Cols, len(t.Counts), len(s.Trained), s.Classes)
	}
	for {
		open := s.open()
		if len(open) == 0 {
			return contract.Stage{}, nil
		}
		problems, err := s.problems(open[:min(len(open), s.room(len(t.Classes)))], t)
		if err != nil {
			return contract.Stage{}, err
		}
		if problems.Count() == 0 {
			continue // no row can tell who wins these matches
		}
		if len(s.open()) == 0 {
			return contract.Stage{Problems: problems, Outputs: contract.NoOutputs}, nil
		}
		return contract.Stage{Problems: problems, Outputs: outputs, Folds: folds}, nil
	}
}

// room is for how many matches a stage certainly has room on some training rows: without costs each row has one
// target row with a value for each match, else perhaps one for each match.
func (s state) room(rows int) int {
	most := step.MostTargets / max(1, rows)
	if s.weighs() {
		most = int(math.Sqrt(float64(most)))
	}
	return max(1, most)
}

// sample is what a training row says of a match.
type sample struct {
	row    int
	column int
	sign   float64
	weight float64
}

// problems are those of some matches, in the order of the training rows, and numbers their models. Of a match a row
// says that the cheaper of its two entrants should win, and weighs the difference of their costs times the charge of
// the cheaper; rows for which both cost the same are left out. A match that all its rows agree on has no model.
func (s *state) problems(open []int, t contract.Training) (contract.Targeted, error) {
	var samples []sample
	signs := make([]int8, len(open))
	results := make([]result, len(s.Matches))
	for row, class := range t.Classes {
		if t.Outputs.Cols > 0 { // else all entrants of these matches are classes
			s.play(t.Outputs.Row(row), results)
		}
		from := len(samples)
		for column, n := range open {
			one := s.sample(s.Matches[n], class, results)
			if one.weight == 0 {
				continue
			}
			if one.sign > 0 {
				signs[column] |= leftOnly
			} else {
				signs[column] |= rightOnly
			}
			one.row, one.column = row, column
			samples = append(samples, one)
		}
		slices.SortStableFunc(samples[from:], func(a, b sample) int { return cmp.Compare(a.weight, b.weight) })
	}
	return s.targets(samples, s.number(open, signs))
}

// sample is what a row of a class says of a match, with the weight 0 if it does not matter who wins.
func (s state) sample(m match, class int, results []result) sample {
	difference := s.Costs.At(class, m.Right.class(results)) - s.Costs.At(class, m.Left.class(results))
	charge := m.Left.Charge
	if difference < 0 {
		charge = m.Right.Charge
	}
	return sample{sign: math.Copysign(1, difference), weight: float64(max(1, charge)) * math.Abs(difference)}
}

// The signs of the samples of a match.
const (
	leftOnly  int8 = 1
	rightOnly int8 = 2
	bothSides      = leftOnly | rightOnly
)

// number numbers the models of matches that have both signs, and decides the others. It returns the column of
// each among the problems of the stage, −1 without a model.
func (s *state) number(open []int, signs []int8) (columns []int) {
	next := 0
	for column, n := range open {
		m := &s.Matches[n]
		switch signs[column] {
		case bothSides:
			m.Model = len(s.Trained)
			s.Trained = append(s.Trained, n)
			columns, next = append(columns, next), next+1
			continue
		case rightOnly:
			m.Fixed = -1
		default:
			m.Fixed = 1
		}
		columns = append(columns, -1)
	}
	return columns
}

// targets puts samples into the columns of a stage. Samples of a training row with the same weight share a row.
func (s state) targets(samples []sample, columns []int) (contract.Targeted, error) {
	width := 1 + slices.Max(columns)
	p := contract.Targeted{Task: contract.Binary, Rows: []int{}, Values: contract.Matrix{Cols: width}}
	samples = lists.Filter(samples, func(one sample) bool { return columns[one.column] >= 0 })
	begins := func(i int) bool {
		return i == 0 || samples[i].row != samples[i-1].row || samples[i].weight != samples[i-1].weight
	}
	for i := range samples {
		if begins(i) {
			p.Values.Rows++
		}
	}
	if err := step.CheckTargets(p.Values.Rows, width, "choose another reduction"); err != nil {
		return p, err
	}
	p.Values.Data = make([]float64, p.Values.Rows*width)
	for i, one := range samples {
		if begins(i) {
			p.Rows = append(p.Rows, one.row)
			if s.weighs() {
				p.Weights = append(p.Weights, one.weight)
			}
		}
		p.Values.Row(len(p.Rows) - 1)[columns[one.column]] = one.sign
	}
	return p, nil
}
