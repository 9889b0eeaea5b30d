package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// note returns the number of a footnote, the same for the same text.
func (g *Grid) note(text string) int {
	if i := slices.Index(g.Notes, text); i >= 0 {
		return i
	}
	g.Notes = append(g.Notes, text)
	return len(g.Notes) - 1
}

// notesOn says what an entry hides: axes it averages over, and cells without a
// value.
func (g *Grid) notesOn(group []score.Row) []string {
	if len(group) == 0 {
		return []string{"not part of the experiment"}
	}
	var notes []string
	hidden := g.hidden(group)
	defined := lists.Count(group, score.Row.Defined)
	if defined > 0 {
		for _, axis := range hidden {
			notes = append(notes, fmt.Sprintf("averages over %s %s", axis, strings.Join(g.members(group, axis), ", ")))
		}
	}
	if slices.ContainsFunc(group, func(s score.Row) bool { return s.Defined() && s.RawProbabilities }) {
		notes = append(notes, "its probabilities are sigmoids of margins that are not calibrated")
	}
	if defined < len(group) {
		unit := "folds"
		if len(hidden) > 0 || g.averages(group) {
			unit = "cells"
		}
		notes = append(notes, fmt.Sprintf("%d of %d %s have a value: %s", defined, len(group), unit, losses(group)))
	}
	return notes
}

// remarkOnPooled says what values are of, and which are those of all folds of a
// repeat together.
func (g *Grid) remarkOnPooled(groups [][][]score.Row) {
	var datasets, others []string
	for _, group := range slices.Concat(groups...) {
		for _, s := range group {
			list := &others
			if s.Pooled {
				list = &datasets
			}
			if s.Status != "" && !slices.Contains(*list, s.Dataset) {
				*list = append(*list, s.Dataset)
			}
		}
	}
	where := ""
	switch {
	case datasets == nil:
		return
	case others == nil:
		g.pooled = "repeats of pooled values"
	default:
		g.pooled = "folds, or over repeats of pooled values"
		where = " of " + strings.Join(datasets, ", ")
	}
	g.Remarks = append(g.Remarks, "Values"+where+" are pooled: one for each repeat, computed from the predictions of "+
		"all its folds together, not a mean over folds.")
}

// axisMembers are the members of an axis in a row.
type axisMembers struct {
	axis    string
	members []string
}

// averagedIn lists the axes that entries of a row average over, with their members.
func (g *Grid) averagedIn(row [][]score.Row) []axisMembers {
	all := slices.Concat(row...)
	var list []axisMembers
	for _, axis := range g.hidden(all) {
		if !slices.Contains(g.implied, axis) {
			list = append(list, axisMembers{axis, g.members(all, axis)})
		}
	}
	for _, axis := range g.Average {
		list = append(list, axisMembers{axis, g.set(all, axis)})
	}
	return list
}

// notesOnLacks says which members of hidden axes other entries of the row average over
// and an entry with a value does not.
func (g *Grid) notesOnLacks(averaged []axisMembers, group []score.Row) []string {
	var notes []string
	if len(averaged) == 0 || len(g.valuesOf(group)) == 0 {
		return nil
	}
	for _, in := range averaged {
		have := g.members(group, in.axis)
		if slices.Equal(have, []string{plan.NoValue}) {
			continue // as one-vs-rest has no draws
		}
		others := lists.Filter(in.members, func(name string) bool { return !slices.Contains(have, name) })
		if len(others) > 0 {
			notes = append(notes, fmt.Sprintf("does not average over %s %s, as others of its row do", in.axis,
				strings.Join(others, ", ")))
		}
	}
	return notes
}

// hidden returns the axes with several members in a group that are neither in
// the rows nor in the columns.
func (g *Grid) hidden(group []score.Row) []string {
	return lists.Filter(axes, func(axis string) bool {
		return !g.shows(axis) && len(g.members(group, axis)) > 1
	})
}

// losses counts the scores without a value by reason, for example
// "2 failed, 1 not run".
func losses(group []score.Row) string {
	var counts grouped.Counts
	for _, s := range group {
		if !s.Defined() {
			counts.Add(reason(s))
		}
	}
	return counts.String()
}

// reason says why there is no value.
func reason(s score.Row) string {
	switch {
	case s.Status == "":
		return "not run"
	case s.Status == store.Timeout:
		return "timed out"
	case s.Status == store.OutOfMemory:
		return "out of memory"
	case s.Status == store.Skipped && s.Skipped != "":
		return "skipped (" + s.Skipped + ")"
	case s.Status == store.Skipped && s.Without != "":
		return "skipped (" + s.Without + ")"
	}
	return string(s.Status)
}
