// Package pictured draws a comparison of methods, and writes it into a folder with its pictures.
package pictured

import (
	"cmp"
	"io"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/showing/compare"
)

// Picture is one that shows a comparison.
type Picture struct {
	Name string   // what it shows, in some words
	File []string // the parts of its file's name
	Draw func(io.Writer) error
}

// Most pairs that have a picture of their own, most rows of a picture of differences before
// only those of the best method are shown, and draws of a posterior.
const (
	mostPictured   = 6
	mostDifferent  = 40
	posteriorDraws = 5000
)

// shown is a comparison that is drawn.
type shown struct{ *compare.Result }

// measure is what the values are.
func (r shown) measure() string { return cmp.Or(r.Measure, "value") }

// byRank are the numbers of the methods, best mean rank first.
func (r shown) byRank() []int {
	order := lists.Range(len(r.Methods))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Ranks[a], r.Ranks[b]) })
	return order
}

// number is the place of a method.
func (r shown) number(method string) int { return slices.Index(r.Methods, method) }

// first is what the pictures of pairs are about: the control or the best method.
func (r shown) first() string { return cmp.Or(r.Control, r.Methods[r.byRank()[0]]) }

// leading are those rows of a test that are about the first method, by the rank of the
// other, at most most of them.
func (r shown) leading(rows []compare.Row, most int) []compare.Row {
	first := r.first()
	rows = lists.Filter(rows, func(row compare.Row) bool { return row.A == first || row.B == first })
	rank := func(row compare.Row) float64 { return r.Ranks[r.number(row.A)] + r.Ranks[r.number(row.B)] }
	slices.SortStableFunc(rows, func(a, b compare.Row) int { return cmp.Compare(rank(a), rank(b)) })
	return rows[:min(most, len(rows))]
}
