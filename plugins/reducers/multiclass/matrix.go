package multiclass

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// entry is a number of a code matrix as written; null is NaN.
type entry float64

// UnmarshalJSON reads a number or null.
func (e *entry) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*e = entry(math.NaN())
		return nil
	}
	return json.Unmarshal(b, (*float64)(e))
}

func (e entry) valid() bool { return e == -1 || e == 0 || e == 1 }

// text writes an entry as an experiment file would.
func (e entry) text() string {
	if math.IsNaN(float64(e)) {
		return "null"
	}
	return strconv.FormatFloat(float64(e), 'g', -1, 64)
}

// checkMatrix returns a written matrix as a code, nil if it has errors, and says everything that
// is wrong with it. Names are those of its rows, or nil. Where rows are of unequal length, those
// of the usual one are compared with each other, but no columns: it is not known which entry is
// missing where.
func checkMatrix(ds *step.Diagnostics, attribute string, matrix [][]entry, names []string) contract.Dense {
	at := ds.At(attribute)
	if len(matrix) < 2 {
		at.Errorf(fmt.Sprintf("%s has %d rows", attribute, len(matrix)), "Write a row for each class, two at least.")
		return nil
	}
	width := usualLength(matrix)
	regular := width > 0 && checkLengths(ds, attribute, matrix, names, width)
	valid := checkEntries(ds, attribute, matrix, names)
	if width == 0 {
		at.Errorf(attribute+" has no columns", "Write a column for each binary problem.")
		return nil
	}
	if !regular {
		checkUsual(ds, attribute, matrix, names, width)
		return nil
	}
	c, bad := toCode(matrix)
	for _, issue := range code.Lint(c) {
		if !bad.spoils(issue) {
			valid = valid && issue.Severity != contract.Error
			explain(ds, attribute, issue, c, names)
		}
	}
	if !valid {
		return nil
	}
	return c
}

// place leads to a part of an attribute. There are no paths into a file.
func place(ds *step.Diagnostics, attribute string, indices ...any) step.Place {
	if attribute == "file" {
		return ds.At(attribute)
	}
	return ds.At(append([]any{attribute}, indices...)...)
}

// maxEntryErrors bounds the invalid entries that are reported one by one: a file
// of other numbers is not a code matrix at all.
const maxEntryErrors = 20

const entryAdvice = "An entry is 1 (the class is positive), -1 (negative) or 0 (left out)."

// moreEntries says how many invalid entries are not reported one by one.
func moreEntries(at step.Place, wrong int) {
	if wrong > maxEntryErrors {
		at.Errorf(fmt.Sprintf("and %d more entries are not 1, -1 or 0", wrong-maxEntryErrors),
			"The first %d are reported one by one.", maxEntryErrors)
	}
}

// checkEntries reports entries that are not −1, 0 or 1.
func checkEntries(ds *step.Diagnostics, attribute string, matrix [][]entry, names []string) (valid bool) {
	wrong := 0
	for i, row := range matrix {
		for j, e := range row {
			if e.valid() {
				continue
			}
			if wrong++; wrong <= maxEntryErrors {
				place(ds, attribute, i, j).Errorf(fmt.Sprintf("%s has %s in column %d", code.RowName(i, names), e.text(), j+1),
					entryAdvice)
			}
		}
	}
	moreEntries(place(ds, attribute), wrong)
	return wrong == 0
}

// checkUsual reports the empty and the equal rows among those of the usual
// length, as far as their entries are valid.
func checkUsual(ds *step.Diagnostics, attribute string, matrix [][]entry, names []string, width int) {
	var usual [][]entry
	var number []int // of each of these rows in matrix
	for i, row := range matrix {
		if len(row) == width {
			usual = append(usual, row)
			number = append(number, i)
		}
	}
	c, bad := toCode(usual)
	for _, issue := range code.Lint(c) {
		if issue.Kind != code.EmptyRow && issue.Kind != code.EqualRows || bad.spoils(issue) {
			continue
		}
		issue.Index = number[issue.Index]
		if issue.Other >= 0 {
			issue.Other = number[issue.Other]
		}
		explain(ds, attribute, issue, c, names)
	}
}

// usualLength returns the most frequent length of a row, the first of equals.
func usualLength(matrix [][]entry) int {
	count := map[int]int{}
	for _, row := range matrix {
		count[len(row)]++
	}
	usual := len(matrix[0])
	for _, row := range matrix {
		if count[len(row)] > count[usual] {
			usual = len(row)
		}
	}
	return usual
}

// checkLengths reports every row whose length is not width.
func checkLengths(ds *step.Diagnostics, attribute string, matrix [][]entry, names []string, width int) (regular bool) {
	regular = true
	for i, row := range matrix {
		if len(row) != width {
			regular = false
			place(ds, attribute, i).Errorf(
				fmt.Sprintf("%s has %d entries where most rows have %d", code.RowName(i, names), len(row), width),
				"Every row of a matrix has one entry for each binary problem.")
		}
	}
	return regular
}

// badEntries are the rows and columns that hold an invalid entry.
type badEntries struct{ rows, columns map[int]bool }

// spoils reports whether an issue rests on an invalid entry.
func (b badEntries) spoils(issue code.Issue) bool {
	bad := b.columns
	if issue.OfRow() {
		bad = b.rows
	}
	return bad[issue.Index] || bad[issue.Other]
}

// toCode turns a rectangular matrix into a code, with 0 for invalid entries.
func toCode(matrix [][]entry) (contract.Dense, badEntries) {
	c := make(contract.Dense, len(matrix))
	bad := badEntries{map[int]bool{}, map[int]bool{}}
	for i, row := range matrix {
		c[i] = make([]int8, len(row))
		for j, e := range row {
			if e.valid() {
				c[i][j] = int8(e)
			} else {
				bad.rows[i], bad.columns[j] = true, true
			}
		}
	}
	return c, bad
}

// explain reports an issue: at its row, or at the matrix with the column named.
func explain(ds *step.Diagnostics, attribute string, issue code.Issue, c contract.Dense, names []string) {
	at := place(ds, attribute)
	if issue.Kind == code.EmptyRow || issue.Kind == code.EqualRows {
		at = place(ds, attribute, issue.Index)
	}
	detail := advice[issue.Kind]
	if !issue.OfRow() {
		detail = fmt.Sprintf("From the first row down it reads %s. %s", columnText(c.Column(issue.Index)), detail)
	}
	if issue.Severity == contract.Error {
		at.Errorf(issue.Text(names), "%s", detail)
	} else {
		at.Warningf(issue.Text(names), "%s", detail)
	}
}

var advice = map[code.Kind]string{
	code.EmptyRow:      "No binary model would learn this class: give it a 1 or a -1.",
	code.EqualRows:     "No binary model separates the two classes: change a sign in one of the rows.",
	code.EmptyColumn:   "A binary problem needs a class with 1 and a class with -1.",
	code.NoPositive:    "A binary problem needs a class with 1 and a class with -1.",
	code.NoNegative:    "A binary problem needs a class with 1 and a class with -1.",
	code.Duplicate:     "Both columns are the same binary problem: it counts twice in decoding.",
	code.Complementary: "Both columns are the same binary problem: it counts twice in decoding.",
	code.LowDistance:   "One wrong binary output is enough to confuse the two classes: a distance of 3 corrects one.",
}

func columnText(column []int8) string {
	return strings.Join(lists.Map(column, func(m int8) string { return strconv.Itoa(int(m)) }), ", ")
}
