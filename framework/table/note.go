package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/store"
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
func (g *Grid) notesOn(group []slot) []string {
	if len(group) == 0 {
		return []string{"not part of the experiment"}
	}
	var notes []string
	hidden := g.hidden(group)
	defined := 0
	for _, s := range group {
		if s.defined() {
			defined++
		}
	}
	if defined > 0 {
		for _, axis := range hidden {
			notes = append(notes, fmt.Sprintf("averages over %s %s", axis, strings.Join(members(group, axis), ", ")))
		}
	}
	if slices.ContainsFunc(group, func(s slot) bool { return s.defined() && s.raw }) {
		notes = append(notes, "its probabilities are sigmoids of margins that are not calibrated")
	}
	if defined < len(group) {
		unit := "folds"
		if len(hidden) > 0 {
			unit = "cells"
		}
		notes = append(notes, fmt.Sprintf("%d of %d %s have a value: %s", defined, len(group), unit, losses(group)))
	}
	return notes
}

// remarkOnPooled says which values are those of all folds of a repeat together.
func (g *Grid) remarkOnPooled(groups [][][]slot) {
	var datasets, others []string
	for _, s := range slices.Concat(slices.Concat(groups...)...) {
		list := &others
		if s.row != nil && s.row.Pooled {
			list = &datasets
		}
		if s.row != nil && !slices.Contains(*list, s.cell.Dataset) {
			*list = append(*list, s.cell.Dataset)
		}
	}
	where := ""
	switch {
	case datasets == nil:
		return
	case others != nil:
		where = " of " + strings.Join(datasets, ", ")
	}
	g.Remarks = append(g.Remarks, "Values"+where+" are pooled: one for each repeat, of the predictions of all its folds together, not a mean over folds.")
}

// notesOnLacks says which members of hidden axes other entries of the row
// average over and an entry with a value does not.
func (g *Grid) notesOnLacks(row [][]slot, group []slot) []string {
	var notes []string
	if len(valuesOf(group)) == 0 {
		return nil
	}
	for _, axis := range g.hidden(slices.Concat(row...)) {
		if slices.Contains(g.implied, axis) {
			continue
		}
		have := members(group, axis)
		others := slices.DeleteFunc(members(slices.Concat(row...), axis), func(name string) bool { return slices.Contains(have, name) })
		if len(others) > 0 {
			notes = append(notes, fmt.Sprintf("does not average over %s %s, as others of its row do", axis, strings.Join(others, ", ")))
		}
	}
	return notes
}

// hidden returns the axes with several members in a group that are neither in
// the rows nor in the columns.
func (g *Grid) hidden(group []slot) []string {
	var list []string
	for _, axis := range axes {
		if !slices.Contains(g.RowAxes, axis) && !slices.Contains(g.ColumnAxes, axis) && len(members(group, axis)) > 1 {
			list = append(list, axis)
		}
	}
	return list
}

// members returns the distinct members of an axis in a group, in order.
func members(group []slot, axis string) []string {
	var list []string
	for _, s := range group {
		if name := s.axis(axis); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// losses counts the slots without a value by reason, for example
// "2 failed, 1 not run".
func losses(group []slot) string {
	var order []string
	counts := map[string]int{}
	for _, s := range group {
		if s.defined() {
			continue
		}
		reason := s.reason()
		if counts[reason] == 0 {
			order = append(order, reason)
		}
		counts[reason]++
	}
	parts := make([]string, len(order))
	for i, reason := range order {
		parts[i] = fmt.Sprintf("%d %s", counts[reason], reason)
	}
	return strings.Join(parts, ", ")
}

// reason says why a slot has no value.
func (s slot) reason() string {
	switch {
	case s.row == nil:
		return "not run"
	case s.row.Status == store.Timeout:
		return "timed out"
	case s.row.Status == store.OutOfMemory:
		return "out of memory"
	case s.row.Status == store.Skipped && s.cell.Skipped != "":
		return "skipped (" + s.cell.Skipped + ")"
	case s.row.Status == store.Skipped && s.other:
		return "skipped (the metric is for another kind of target)"
	case s.row.Status == store.Skipped && s.unfit:
		return "skipped (the metric names other classes)"
	case s.row.Status == store.Skipped && s.cell.NoProbabilities:
		return "skipped (no probabilities)"
	}
	return string(s.row.Status)
}
