package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// place is where an entry can have a value: what the entries of a row average
// over. What rows and columns name or imply is left out, and what the table averages over.
type place struct {
	dataset, encoder, learner, reduction, class string
	repeat, fold                                int
}

func (g *Grid) placeOf(s score.Row) place {
	of := func(axis string) string {
		if slices.Contains(g.ColumnAxes, axis) || slices.Contains(g.implied, axis) {
			return ""
		}
		return g.axes.rest(s, axis, g.RowAxes, g.ColumnAxes, g.Average)
	}
	return place{of("dataset"), of("encoder"), of("learner"), of("reduction"), of("class"), s.Repeat, s.Fold}
}

// imply finds the axes of combinations that the columns imply: they are neither in
// the rows nor in the columns, and each column has one member of them in all rows,
// as where each learner has one reduction. What differs between columns then is
// what they compare, and a remark names it.
func (g *Grid) imply(groups [][][]score.Row) {
	for _, axis := range []string{"encoder", "learner", "reduction"} {
		if slices.Contains(g.RowAxes, axis) || slices.Contains(g.ColumnAxes, axis) {
			continue
		}
		of := make([]string, len(g.Columns))
		single := true
		for j, column := range g.Columns {
			names := g.members(slices.Concat(columnOf(groups, j)...), axis)
			single = single && len(names) == 1
			of[j] = column + " has " + strings.Join(names, ", ")
		}
		if !single {
			continue
		}
		g.implied = append(g.implied, axis)
		if len(g.members(slices.Concat(slices.Concat(groups...)...), axis)) > 1 {
			g.Remarks = append(g.Remarks, fmt.Sprintf("Columns differ in the %s too: %s.", axis, strings.Join(of, ", ")))
		}
	}
}

// columnOf returns the groups of column j.
func columnOf(groups [][][]score.Row, j int) [][]score.Row {
	return lists.Map(groups, func(row [][]score.Row) []score.Row { return row[j] })
}

// incomplete reports for each entry of a row whether some of the listed columns
// has a value at a place where the entry has none: their means are over
// different things. Where columns are datasets, whose folds are not the same, a
// place that the entry does not have in the plan says nothing.
func (g *Grid) incomplete(row [][]score.Row, columns []int) []bool {
	taken := map[place]bool{}
	for _, j := range columns {
		for _, s := range row[j] {
			if s.Defined() {
				taken[g.placeOf(s)] = true
			}
		}
	}
	list := make([]bool, len(row))
	for j, group := range row {
		found := map[place]bool{}
		for _, s := range group {
			at := g.placeOf(s)
			switch {
			case s.Defined() && taken[at]:
				found[at] = true
			case taken[at]:
				list[j] = true
			}
		}
		if !g.columnsDivide("dataset") && len(found) < len(taken) {
			list[j] = true
		}
	}
	return list
}

// byDesign reports whether the experiment itself says that there is no value: the
// plan skips the cell, or the metric is not for it.
func byDesign(s score.Row) bool {
	return s.Skipped != "" || s.Without != "" || s.Status == store.Skipped
}
