package diff

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// answer says in some sentences what came of the comparison, the most important first:
// whether scores moved and in which direction, the largest differences, and what was
// different in what they were made from.
func (r Report) answer() []string {
	var c counts
	better, worse, open, untested := 0, 0, 0, 0
	for _, s := range r.Scores {
		c.add(s, true)
		switch {
		case !s.Moved():
		case s.Mark == "v":
			better++
		case s.Mark == "*":
			worse++
		case s.SameFolds && s.P == s.P:
			open++
		default:
			untested++
		}
	}
	var said []string
	switch {
	case c.both == 0:
		said = append(said, "No combination and metric is in both runs: there is nothing to compare.")
	case c.moved == 0:
		said = append(said, "No score moved: "+both(c.both)+", all with identical scores.")
	default:
		said = append(said, fmt.Sprintf("%s; %d moved: %s.", both(c.both), c.moved,
			directions(better, worse, open, untested)))
		said = append(said, r.extremes()...)
	}
	if n := len(r.Statuses); n > 0 {
		said = append(said, fmt.Sprintf("%s ended with another status.", wording.Count(n, "cell")))
	}
	said = append(said, r.Altered.sentences()...)
	said = append(said, r.causes())
	if c.onlyA+c.onlyB > 0 {
		said = append(said, fmt.Sprintf("%s only in A, %s only in B.", wording.Are(c.onlyA, "mean"), orNone(c.onlyB)))
	}
	return said
}

// directions says how many means are better, worse or neither in B.
func directions(better, worse, open, untested int) string {
	parts := []string{fmt.Sprintf("%s better in B and %s worse by the corrected resampled t-test at level %v",
		orNone(better), orNone(worse), level)}
	if better+worse+open == 0 {
		parts = nil
	}
	if open > 0 {
		parts = append(parts, fmt.Sprintf("%d not significantly different", open))
	}
	if untested > 0 {
		parts = append(parts, fmt.Sprintf("%d that cannot be tested", untested))
	}
	return strings.Join(parts, ", ")
}

func orNone(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

// extremes names the largest differences to the better and to the worse.
func (r Report) extremes() []string {
	gain := func(s Score) float64 {
		d := float64(s.Difference)
		if s.SmallerIsBetter {
			d = -d
		}
		return d
	}
	moved := slices.DeleteFunc(slices.Clone(r.Scores), func(s Score) bool {
		return !s.Both() || !s.Moved() || math.IsNaN(float64(s.Difference)) || math.IsInf(float64(s.Difference), 0)
	})
	var said []string
	for _, end := range []struct {
		word string
		sign float64
	}{{"gain", 1}, {"loss", -1}} {
		var most *Score
		for i, s := range moved {
			if end.sign*gain(s) > 0 && s.Metric == moved[0].Metric && (most == nil || end.sign*gain(s) > end.sign*gain(*most)) {
				most = &moved[i]
			}
		}
		if most != nil {
			said = append(said, fmt.Sprintf("The largest %s of %s is %s, %s, from %s to %s.", end.word, most.Metric,
				digits(most.Difference, "%+.4f"), r.name(*most), most.A.text(), most.B.text()))
		}
	}
	return said
}

// causes says what was different in what the results were made from.
func (r Report) causes() string {
	var parts []string
	for _, part := range r.parts() {
		changes, added, gone := part.counted()
		if n := len(changes); n > 0 {
			parts = append(parts, wording.Count(n, "change")+" in "+part.of)
		}
		if n := added + gone; n > 0 {
			parts = append(parts, wording.Count(n, "combination")+" added or removed")
		}
	}
	if n := len(r.Folds); n > 0 {
		parts = append(parts, "other folds of "+wording.Count(n, "dataset"))
	}
	if len(parts) == 0 {
		return "Experiment, data, plugins and bench are the same."
	}
	return "Between A and B: " + wording.And(parts) + "."
}
