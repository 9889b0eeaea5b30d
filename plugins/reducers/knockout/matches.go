package knockout

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract/cost"
)

// state is what the training rows have shown.
type state struct {
	Classes int         `json:"classes"`
	Matches []match     `json:"matches"`         // each after those that its entrants come from
	Trained []int       `json:"trained"`         // the match of each model
	Costs   cost.Matrix `json:"costs,omitempty"` // nil: every mistake costs 1
}

// match is a question which of two entrants costs less.
type match struct {
	Left  entrant `json:"left"`
	Right entrant `json:"right"`
	Model int     `json:"model"`           // its column, or −1 before it is trained
	Fixed int8    `json:"fixed,omitempty"` // +1 or −1 if the left or the right always wins, without a model
}

// entrant is who plays on a side of a match: a class, or who won or lost an earlier match.
type entrant struct {
	From int  `json:"from"` // a match, or −1 − a class
	Lost bool `json:"lost,omitempty"`
	// Charge is how many times a row that prefers this side counts; 0 is once.
	Charge int `json:"charge,omitempty"`
}

// ofClass is the entrant that is always the same class.
func ofClass(k int) entrant { return entrant{From: -1 - k} }

// unplayed is a match without a model.
func unplayed(left, right entrant) match { return match{Left: left, Right: right, Model: -1} }

// Check refuses a state that does not list matches in an order in which they can be played.
func (s state) Check() error {
	if s.Classes < 2 || len(s.Matches) < s.Classes-1 {
		return fmt.Errorf("it has %d classes and %d matches", s.Classes, len(s.Matches))
	}
	for n, m := range s.Matches {
		for _, e := range []entrant{m.Left, m.Right} {
			if e.From >= n || e.From < -s.Classes || e.Lost && e.From < 0 || e.Charge < 0 {
				return fmt.Errorf("match %d has the entrant %+v", n, e)
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
	if !s.Costs.Fits(s.Classes) {
		return errors.New("its costs are of other classes")
	}
	return nil
}

// decided reports whether it is known who wins a match.
func (m match) decided() bool { return m.Model >= 0 || m.Fixed != 0 }

// open lists the matches that are not decided, while those that their entrants come from are.
func (s state) open() (list []int) {
	known := func(e entrant) bool { return e.From < 0 || s.Matches[e.From].decided() }
	for n, m := range s.Matches {
		if !m.decided() && known(m.Left) && known(m.Right) {
			list = append(list, n)
		}
	}
	return list
}

// score is above 0 if the left wins, given the scores of a row: ±1 without a model.
func (m match) score(scores []float64) float64 {
	if m.Fixed != 0 {
		return float64(m.Fixed)
	}
	return scores[m.Model]
}

// result is who won and who lost a match.
type result struct{ winner, loser int }

// play writes the results of all matches that are decided, given the scores of a row. A score of 0
// is a win of the left.
func (s state) play(scores []float64, into []result) {
	for n, m := range s.Matches {
		if !m.decided() {
			continue
		}
		into[n] = result{m.Left.class(into), m.Right.class(into)}
		if m.score(scores) < 0 {
			into[n].winner, into[n].loser = into[n].loser, into[n].winner
		}
	}
}

// class is who an entrant is, given the results of earlier matches.
func (e entrant) class(results []result) int {
	switch {
	case e.From < 0:
		return -1 - e.From
	case e.Lost:
		return results[e.From].loser
	}
	return results[e.From].winner
}

// weighs reports whether rows of the problems have weights.
func (s state) weighs() bool {
	charged := func(m match) bool { return m.Left.Charge > 1 || m.Right.Charge > 1 }
	return s.Costs != nil || slices.ContainsFunc(s.Matches, charged)
}
