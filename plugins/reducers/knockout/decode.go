package knockout

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// decode predicts the class that wins the last match. The score of a class is how surely it does: that of a way on
// which it wins and loses matches as it must to get there is the least of their scores, each with the sign of the
// side on which the class is, and that of a class is the largest of its ways. A match without a model counts as ±1.
func (s state) decode(scores contract.Matrix) (contract.Decoded, error) {
	if err := s.checkPlayed(scores); err != nil {
		return contract.Decoded{}, err
	}
	b, results := s.board(), make([]result, len(s.Matches))
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: s.Classes,
		Data: slices.Repeat([]float64{-math.MaxFloat64}, scores.Rows*s.Classes)}}
	for i := range scores.Rows {
		s.play(scores.Row(i), results)
		d.Predictions = append(d.Predictions, results[len(results)-1].winner)
		s.measure(b, scores.Row(i))
		last := b.chances[len(s.Matches)-1]
		for at, class := range last.classes {
			d.Scores.Row(i)[class] = last.wins[at]
		}
	}
	return d, nil
}

// checkPlayed refuses scores of other than the models, and matches that nothing decides.
func (s state) checkPlayed(scores contract.Matrix) error {
	if n := slices.IndexFunc(s.Matches, func(m match) bool { return !m.decided() }); n >= 0 {
		return fmt.Errorf("match %d has no model", n)
	}
	return step.CheckScores(scores, len(s.Trained))
}

// board is who can play in each match.
type board struct {
	all     []int // the classes
	chances []chances
}

// chances are the classes that can play in a match, ascending, and how surely each wins and loses it.
type chances struct {
	classes     []int
	wins, loses []float64
}

// board is that of the matches, with nothing yet on who wins.
func (s state) board() board {
	b := board{all: lists.Range(s.Classes)}
	for _, m := range s.Matches {
		left, _ := b.of(m.Left)
		right, _ := b.of(m.Right)
		classes := slices.Concat(left, right)
		slices.Sort(classes)
		classes = slices.Compact(classes)
		b.chances = append(b.chances, chances{classes, make([]float64, len(classes)), make([]float64, len(classes))})
	}
	return b
}

// certain is how surely a class enters that always does.
var certain = []float64{math.MaxFloat64}

// of lists the classes that an entrant can be, and how surely it is each of them.
func (b board) of(e entrant) (classes []int, surely []float64) {
	if e.From < 0 {
		return b.all[-1-e.From : -e.From], certain
	}
	c := b.chances[e.From]
	if e.Lost {
		return c.classes, c.loses
	}
	return c.classes, c.wins
}

// measure fills in how surely each class wins and loses each match, given the scores of a row.
func (s state) measure(b board, scores []float64) {
	for n, m := range s.Matches {
		c, score := b.chances[n], m.score(scores)
		for at := range c.classes {
			c.wins[at], c.loses[at] = -math.MaxFloat64, -math.MaxFloat64
		}
		c.enter(b, m.Left, score)
		c.enter(b, m.Right, -score)
	}
}

// enter counts those who an entrant can be, given a score that is above 0 if it wins.
func (c chances) enter(b board, e entrant, score float64) {
	classes, surely := b.of(e)
	at := 0
	for i, class := range classes {
		for c.classes[at] != class {
			at++
		}
		c.wins[at] = max(c.wins[at], min(surely[i], score))
		c.loses[at] = max(c.loses[at], min(surely[i], -score))
	}
}
