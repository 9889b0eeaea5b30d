// Package diagnose counts what the binary models of a cell do on its test rows:
// how often each is wrong, and how often decoding makes good for it or goes wrong
// by itself.
package diagnose

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// Binary says what the L binary models of a cell do on its test rows. A model takes
// part in a row if its column has a nonzero entry for the row's true class. It is
// right if its score has the sign of the entry; a score of 0 is wrong.
//
// Wrong − Corrected + Spoiled is the number of rows that are predicted wrong.
type Binary struct {
	Rows      int      // test rows
	Columns   []Column // L, in the order of the code; nil of more than MostColumns
	Wrong     int      // rows on which a model that takes part is wrong
	Corrected int      // of those, the rows that are predicted right
	Spoiled   int      // rows on which all models that take part are right and the prediction is wrong
	// Silent and Several count the rows on which no model fires and on which more
	// than one does, that is, has a score above 0. They are nil unless the code
	// gives each class a column of its own; see code.OneEach.
	Silent, Several *int
}

// MostColumns bounds the binary models that are told of one by one.
const MostColumns = 1 << 16

// Column says what a binary model does on the rows in which it takes part.
//
// Errors − Corrected + Spoiled is the number of those that are predicted wrong.
type Column struct {
	Column    string // of the code, as in code.Signs
	Rows      int    // rows in which the model takes part
	Errors    int    // of those, the rows on which it is wrong
	Corrected int    // rows on which it is wrong and the prediction right
	Spoiled   int    // rows on which it is right and the prediction wrong
}

// Tally counts rows by their true class and by whether they are predicted right,
// and the errors of models by the latter. A row takes time of order L, the result K·L;
// memory is of order K + L. Rows of a class are best added one after the other.
type Tally struct {
	code    contract.Code
	class   int              // of the last row, −1 before the first
	entries []contract.Entry // of that class
	// Of the two counts of a pair, the first is of rows that are predicted right.
	rows   [][2]int // of each class
	errors [2][]int // of each model
	wrong  [2]int   // rows on which a model is wrong

	firing          bool // whether firing models are counted
	silent, several int
}

// NewTally returns a tally of no rows for a code with a row for each of K classes and a
// column for each of L models.
func NewTally(c contract.Code) *Tally {
	t := &Tally{
		code: c, class: -1, rows: make([][2]int, c.Classes()), firing: code.OneEach(c),
	}
	for i := range t.errors {
		t.errors[i] = make([]int, c.Columns())
	}
	return t
}

// Add counts a row of class k with its L scores, and whether it is predicted right.
// Another number of scores panics.
func (t *Tally) Add(k int, scores []float64, right bool) {
	if len(scores) != t.code.Columns() {
		panic(fmt.Sprintf("diagnose: %d scores for a code of %d columns", len(scores), t.code.Columns()))
	}
	at := 1
	if right {
		at = 0
	}
	t.rows[k][at]++
	if t.class != k {
		t.class, t.entries = k, t.code.Row(k)
	}
	if mistakes(t.errors[at], t.entries, scores) {
		t.wrong[at]++
	}
	if !t.firing {
		return
	}
	fire := 0
	for _, s := range scores {
		if s > 0 {
			fire++
		}
	}
	switch {
	case fire == 0:
		t.silent++
	case fire > 1:
		t.several++
	}
}

// mistakes adds 1 for each model whose score does not have the sign of its entry, and
// reports whether there is one.
func mistakes(errors []int, entries []contract.Entry, scores []float64) (found bool) {
	for _, e := range entries {
		if s := scores[e.Column]; e.Sign > 0 && s <= 0 || e.Sign < 0 && s >= 0 {
			errors[e.Column]++
			found = true
		}
	}
	return found
}

// Binary puts the counts together. A model that takes part in a row is either
// wrong or right, so the rows on which it is right need not be counted.
func (t *Tally) Binary() Binary {
	b := Binary{Wrong: t.wrong[0] + t.wrong[1], Corrected: t.wrong[0]}
	if columns := t.code.Columns(); columns <= MostColumns {
		b.Columns = make([]Column, columns)
	}
	missed := 0
	for _, rows := range t.rows {
		b.Rows += rows[0] + rows[1]
		missed += rows[1]
	}
	b.Spoiled = missed - t.wrong[1]
	for l := range b.Columns {
		entries := t.code.Column(l)
		c := Column{Column: string(code.SignsOf(entries)), Errors: t.errors[0][l] + t.errors[1][l], Corrected: t.errors[0][l],
			Spoiled: -t.errors[1][l]}
		for k, m := range entries {
			if m != 0 {
				c.Rows += t.rows[k][0] + t.rows[k][1]
				c.Spoiled += t.rows[k][1]
			}
		}
		b.Columns[l] = c
	}
	if t.firing {
		b.Silent, b.Several = &t.silent, &t.several
	}
	return b
}
