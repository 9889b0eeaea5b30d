package knockout

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// state is what the training rows have shown.
type state struct {
	Matches []match     `json:"matches"`         // the inner nodes of the tree, each after those below it
	Trained []int       `json:"trained"`         // the match of each model
	Costs   cost.Matrix `json:"costs,omitempty"` // nil: every mistake costs 1
}

// match is an inner node: the winners of its two parts meet.
type match struct {
	Left  int  `json:"left"` // a match, or −1 − a class
	Right int  `json:"right"`
	Model int  `json:"model"`           // its column, or −1 before it is trained
	Fixed int8 `json:"fixed,omitempty"` // +1 or −1 if the left or the right always wins, without a model
}

// matches lists the inner nodes of a tree after some.
func matches(t codes.Tree, list []match) []match {
	number := func(part codes.Tree) int {
		if part.Leaf() {
			return -1 - part.Class
		}
		list = matches(part, list)
		return len(list) - 1
	}
	left, right := number(*t.Left), number(*t.Right)
	return append(list, match{Left: left, Right: right, Model: -1})
}

// Check refuses a state that is not a tree of matches.
func (s state) Check() error {
	for n, m := range s.Matches {
		for _, part := range []int{m.Left, m.Right} {
			if part >= n || part < -1-len(s.Matches) {
				return fmt.Errorf("match %d has part %d", n, part)
			}
		}
		if m.Model < -1 || m.Model >= len(s.Trained) {
			return fmt.Errorf("match %d has model %d of %d", n, m.Model, len(s.Trained))
		}
	}
	for _, n := range s.Trained {
		if n < 0 || n >= len(s.Matches) {
			return fmt.Errorf("a model is of match %d of %d", n, len(s.Matches))
		}
	}
	if s.Costs != nil && len(s.Costs) != len(s.Matches)+1 {
		return fmt.Errorf("it has costs of %d classes for %d matches", len(s.Costs), len(s.Matches))
	}
	return nil
}

// decided reports whether it is known who wins a match.
func (m match) decided() bool { return m.Model >= 0 || m.Fixed != 0 }

// open lists the matches that are not decided, while those below them are.
func (s state) open() (list []int) {
	for n, m := range s.Matches {
		known := func(part int) bool { return part < 0 || s.Matches[part].decided() }
		if !m.decided() && known(m.Left) && known(m.Right) {
			list = append(list, n)
		}
	}
	return list
}

// leftWins says who wins a match given the scores of a row.
func (m match) leftWins(scores []float64) bool {
	if m.Fixed != 0 {
		return m.Fixed > 0
	}
	return scores[m.Model] >= 0
}

// winner is the class that wins a part of the tree given the scores of a row.
func (s state) winner(part int, scores []float64) int {
	for part >= 0 {
		if m := s.Matches[part]; m.leftWins(scores) {
			part = m.Left
		} else {
			part = m.Right
		}
	}
	return -1 - part
}

// cost is what a prediction costs for a row of a class.
func (s state) cost(class, predicted int) float64 {
	switch {
	case s.Costs != nil:
		return s.Costs[class][predicted]
	case class == predicted:
		return 0
	}
	return 1
}

// sample is a row of the targets: a training row in a match.
type sample struct {
	row    int
	column int
	sign   float64
	weight float64
}

// problems are those of some matches, in the order of the training rows, and numbers their models. Of a match a row
// says that the cheaper of its two entrants should win, and weighs the difference of their costs; rows for which
// both cost the same are left out. A match that all its rows agree on has no model.
func (s *state) problems(open []int, t contract.Training) (contract.Targeted, error) {
	var samples []sample
	signs := make([]int8, len(open))
	for row, class := range t.Classes {
		for column, n := range open {
			m := s.Matches[n]
			left, right := s.winner(m.Left, t.Outputs.Row(row)), s.winner(m.Right, t.Outputs.Row(row))
			difference := s.cost(class, right) - s.cost(class, left)
			if difference == 0 {
				continue
			}
			if difference > 0 {
				signs[column] |= leftOnly
			} else {
				signs[column] |= rightOnly
			}
			samples = append(samples, sample{row, column, math.Copysign(1, difference), math.Abs(difference)})
		}
	}
	columns := s.number(open, signs)
	return s.targets(samples, columns, t)
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

// targets puts samples into the columns of a stage.
func (s state) targets(samples []sample, columns []int, t contract.Training) (contract.Targeted, error) {
	width := 0
	for _, column := range columns {
		width = max(width, column+1)
	}
	p := contract.Targeted{Task: contract.Binary, Rows: []int{}, Values: contract.Matrix{Cols: width}}
	if width == 0 {
		return p, nil
	}
	if err := step.CheckTargets(len(samples), width, "choose another reduction"); err != nil {
		return p, err
	}
	for _, one := range samples {
		if columns[one.column] < 0 {
			continue
		}
		values := make([]float64, width)
		values[columns[one.column]] = one.sign
		p.Rows, p.Values.Data = append(p.Rows, one.row), append(p.Values.Data, values...)
		if s.Costs != nil {
			p.Weights = append(p.Weights, one.weight)
		}
	}
	p.Values.Rows = len(p.Rows)
	return p, nil
}

// decode predicts the class that wins all its matches from the root down, and scores a class by the least of the
// signed scores on its way.
func (s state) decode(scores contract.Matrix) (contract.Decoded, error) {
	if err := step.CheckScores(scores, len(s.Trained)); err != nil {
		return contract.Decoded{}, err
	}
	k := len(s.Matches) + 1
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: k, Data: make([]float64, scores.Rows*k)}}
	for i := range scores.Rows {
		d.Predictions = append(d.Predictions, s.winner(len(s.Matches)-1, scores.Row(i)))
		s.margins(len(s.Matches)-1, scores.Row(i), math.MaxFloat64, d.Scores.Row(i))
	}
	return d, nil
}

// margins writes for the classes of a part the least of a number and of the signed scores on the way to them. A
// match without a model counts as ±1.
func (s state) margins(part int, scores []float64, least float64, into []float64) {
	if part < 0 {
		into[-1-part] = least
		return
	}
	m := s.Matches[part]
	score := float64(m.Fixed)
	if m.Fixed == 0 {
		score = scores[m.Model]
	}
	s.margins(m.Left, scores, min(least, score), into)
	s.margins(m.Right, scores, min(least, -score), into)
}
