package code

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Kind says what an Issue is about.
type Kind string

// The kinds of Issue. The first five are errors, the others warnings.
const (
	EmptyRow      Kind = "empty row"      // a class takes part in no binary problem
	EqualRows     Kind = "equal rows"     // two classes that no column separates
	EmptyColumn   Kind = "empty column"   // a column of zeros
	NoPositive    Kind = "no positive"    // a column without +1
	NoNegative    Kind = "no negative"    // a column without −1
	Duplicate     Kind = "duplicate"      // two equal columns
	Complementary Kind = "complementary"  // two columns with all signs swapped
	LowDistance   Kind = "small distance" // the minimum row distance is under 2
)

// Issue is one thing that is wrong, or looks wrong, with a code.
type Issue struct {
	Severity contract.Severity
	Kind     Kind
	// Index is the row (EmptyRow, EqualRows, LowDistance) or the column (the
	// others) the issue is about, counted from 0. Other is the earlier row or
	// column of a pair, else −1.
	Index, Other int
	Distance     float64 // LowDistance: the minimum row distance
}

// OfRow reports whether Index and Other number rows rather than columns.
func (i Issue) OfRow() bool {
	return i.Kind == EmptyRow || i.Kind == EqualRows || i.Kind == LowDistance
}

// Text says what is wrong in one line, counting rows and columns from 1.
// Classes name the rows; it may be nil when the names are not known.
func (i Issue) Text(classes []string) string {
	row := func(k int) string { return RowName(k, classes) }
	switch i.Kind {
	case EmptyRow:
		return fmt.Sprintf("%s has no entry other than 0", row(i.Index))
	case EqualRows:
		return fmt.Sprintf("%s is equal to %s", row(i.Index), row(i.Other))
	case EmptyColumn:
		return fmt.Sprintf("column %d has no entry other than 0", i.Index+1)
	case NoPositive:
		return fmt.Sprintf("column %d has no +1", i.Index+1)
	case NoNegative:
		return fmt.Sprintf("column %d has no -1", i.Index+1)
	case Duplicate:
		return fmt.Sprintf("column %d is equal to column %d", i.Index+1, i.Other+1)
	case Complementary:
		return fmt.Sprintf("column %d is column %d with its signs swapped", i.Index+1, i.Other+1)
	default:
		return fmt.Sprintf("the minimum row distance is %g, between %s and %s",
			i.Distance, row(i.Other), row(i.Index))
	}
}

// RowName names row k (from 0) in a message: "row 2", or `row 2 (class "b")`
// where the class names are known.
func RowName(k int, classes []string) string {
	if k >= len(classes) {
		return fmt.Sprintf("row %d", k+1)
	}
	return fmt.Sprintf("row %d (class %q)", k+1, classes[k])
}

// Lint returns everything that is wrong with a code whose rows have equal
// length: errors for a class without a nonzero entry, for a column without +1
// or without −1 and for two equal rows; warnings for duplicate or complementary
// columns and for a minimum row distance under 2. Each row and each column is
// paired with the first earlier one it collides with. Codes of two classes are
// not warned about their distance: they have only one question to ask.
func Lint(c contract.Dense) []Issue {
	rows := lintRows(c)
	issues := append(rows, lintColumns(c)...)
	equal := slices.ContainsFunc(rows, func(i Issue) bool { return i.Kind == EqualRows })
	if len(c) > 2 && !equal {
		if d, i, j := closestRows(c); d < 2 {
			issues = append(issues, Issue{contract.Warning, LowDistance, j, i, d})
		}
	}
	return issues
}

func lintRows(c contract.Dense) []Issue {
	var issues []Issue
	first := map[Signs]int{}
	for k, row := range c {
		if !slices.ContainsFunc(row, func(m int8) bool { return m != 0 }) {
			issues = append(issues, Issue{contract.Error, EmptyRow, k, -1, 0})
		}
		key := SignsOf(row)
		if earlier, ok := first[key]; ok {
			issues = append(issues, Issue{contract.Error, EqualRows, k, earlier, 0})
		} else {
			first[key] = k
		}
	}
	return issues
}

func lintColumns(c contract.Dense) []Issue {
	var issues []Issue
	first := map[Signs]int{}     // by canonical form
	mirrored := map[Signs]bool{} // whether that first column was mirrored
	for l := range c.Columns() {
		column := c.Column(l)
		if kind := oneSided(column); kind != "" {
			issues = append(issues, Issue{contract.Error, kind, l, -1, 0})
			continue
		}
		canonical, swapped := Canonical(column)
		key := SignsOf(canonical)
		earlier, ok := first[key]
		switch {
		case !ok:
			first[key], mirrored[key] = l, swapped
		case mirrored[key] == swapped:
			issues = append(issues, Issue{contract.Warning, Duplicate, l, earlier, 0})
		default:
			issues = append(issues, Issue{contract.Warning, Complementary, l, earlier, 0})
		}
	}
	return issues
}

// oneSided returns what signs a column lacks, or "".
func oneSided(column []int8) Kind {
	positive, negative := slices.Contains(column, 1), slices.Contains(column, -1)
	switch {
	case !positive && !negative:
		return EmptyColumn
	case !positive:
		return NoPositive
	case !negative:
		return NoNegative
	}
	return ""
}
