// Package fold divides the rows of a dataset into training and test parts. It
// is pure: the same labels, configuration and seed give the same parts, on any
// machine and in any order of work.
package fold

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/target"
)

// The values of Repeat.Test that are no fold number.
const (
	Never = -1 // the row trains in every fold and is never tested
	Out   = -2 // the row is not used at all
)

// Input is what a validation method may look at: no features.
type Input struct {
	Target target.Target
	Truth  target.Rows
	Part   []int8 // 0 train, 1 test for each row; nil if the dataset has no split
	FoldOf []int  // fold number of each row, negative for rows that only train; nil if the dataset has no fold column
	// GroupOf is the group number of each row, nil if the dataset has no groups,
	// and GroupNames what the dataset calls them.
	GroupOf    []int
	GroupNames []string
}

// Repeat is one division of the rows. Every fold from 0 to Folds-1 tests the
// rows whose Test is that fold and trains on all others that are not Out.
type Repeat struct {
	Folds int
	Test  []int // for each row the fold that tests it, Never or Out
	Times []int // for each row how often it counts where it trains; nil if once
	Group []int // for each row its group, which no division may part; nil if rows stand alone
}

// Copies is how often a row of the repeat counts: as often as Times says where it
// trains and at least once, since a row that is drawn never is tested.
func (r Repeat) Copies(row int) int {
	if r.Times == nil {
		return 1
	}
	return max(1, r.Times[row])
}

// Make divides the rows by a validation method (a name among Components). The
// configuration is complete or takes the defaults of the schema. Each repeat
// has a random stream of its own, made from the seed and the number of the
// repeat, so that asking for more repeats changes none of the first.
//
// With an error among the diagnostics there are no repeats. Paths lead into the
// validation block. An unknown method is a caller's bug and panics.
func Make(method string, cfg contract.Config, in Input, seed uint64) ([]Repeat, []contract.Diagnostic) {
	m := find(method)
	s := m.defaults()
	if err := cfg.Decode(&s); err != nil {
		return nil, []contract.Diagnostic{contract.Errorf(nil, "Bad validation settings", "%v.", err)}
	}
	if m.classes && in.Target.MultiLabel {
		return nil, []contract.Diagnostic{contract.Errorf([]any{"method"}, "Multi-label data cannot be stratified by class",
			"%s needs one class a row. Write method = \"iterative_stratification\" in validation, which divides the rows of every label evenly.", m.component.Name)}
	}
	u := usable(in)
	diags := append(m.check(s, u, in), checkRepeats(m.repeats(s), in)...)
	if hasErrors(diags) {
		return nil, diags
	}
	repeats := make([]Repeat, 0, 1)
	for r := range max(1, m.repeats(s)) {
		repeat := m.divide(s, u, in, stream(seed, r)).spread(len(in.Truth.Class), u.rows)
		if m.grouped {
			repeat.Group = in.GroupOf
		}
		repeats = append(repeats, repeat)
	}
	diags = append(diags, m.inspect(repeats, in)...)
	if hasErrors(diags) {
		return nil, diags
	}
	return repeats, diags
}

// rowset is the rows that have a class, in ascending order.
type rowset struct {
	rows   []int // row numbers in the dataset
	labels []int // class number of each of them
	counts []int // rows of each class
}

func usable(in Input) rowset {
	u := rowset{counts: make([]int, in.Target.K())}
	if in.Target.MultiLabel {
		u.counts = make([]int, 1)
	}
	for i, c := range in.Truth.Class {
		if c < 0 {
			continue
		}
		u.rows = append(u.rows, i)
		u.labels = append(u.labels, c)
		u.counts[c]++
	}
	return u
}

// division is what a method makes of the usable rows.
type division struct {
	folds int
	tests []int // for each of them the fold that tests it, or Never
	times []int // for each of them how often it counts; nil if once
}

// spread makes a division of the usable rows a Repeat over all n rows.
func (d division) spread(n int, rows []int) Repeat {
	r := Repeat{Folds: d.folds, Test: slices.Repeat([]int{Out}, n)}
	for i, row := range rows {
		r.Test[row] = d.tests[i]
	}
	if d.times == nil {
		return r
	}
	r.Times = make([]int, n)
	for i, row := range rows {
		r.Times[row] = d.times[i]
	}
	return r
}

// stream returns the random stream of one repeat.
func stream(seed uint64, repeat int) *rand.Rand {
	h := sha256.Sum256(fmt.Appendf(nil, "validation seed %d repeat %d", seed, repeat))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16])))
}

func hasErrors(diags []contract.Diagnostic) bool {
	for _, d := range diags {
		if d.Severity == contract.Error {
			return true
		}
	}
	return false
}
