package fold

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/data"
)

// The values of Repeat.Test that are not a fold number.
const (
	Never = -1 // the row trains in every fold and is never tested
	Out   = -2 // the row is not used at all
)

// Repeat is one division of the rows. Every fold from 0 to Folds-1 tests the
// rows whose Test is that fold and trains on all others that are not Out, unless
// folds stand apart.
type Repeat struct {
	Folds int
	Test  []int // for each row the fold that tests it, Never or Out
	Times []int // for each row how often it counts where it trains; nil if once
	Group []int // for each row its group, which no division may part; nil if rows are not grouped
	// Apart are the divisions of folds that do not train on all that others test, or test
	// what others do: for each fold a Repeat in which other rows than its own are Out; nil
	// if one division is that of all. Test is then the first fold that tests a row, or Never.
	Apart []Repeat
}

// Copies is how often a row of the repeat counts: as often as Times says where it
// trains and at least once, since a row that is drawn never is tested.
func (r Repeat) Copies(row int) int {
	if r.Times == nil {
		return 1
	}
	return max(1, r.Times[row])
}

// MostTraining is the number of rows that train in the fold with the most of them.
func (r Repeat) MostTraining() int { return slices.Max(r.TrainingRows()) }

// TrainingRows counts the rows that each fold trains on, each once.
func (r Repeat) TrainingRows() []int {
	list, used := make([]int, r.Folds), 0
	if r.Apart != nil {
		for f, one := range r.Apart {
			list[f] = lists.Count(one.Test, func(test int) bool { return test == Never })
		}
		return list
	}
	for _, test := range r.Test {
		if test != Out {
			used++
		}
		if test >= 0 {
			list[test]--
		}
	}
	for f := range list {
		list[f] += used
	}
	return list
}

// TestRows counts the rows that each fold tests.
func (r Repeat) TestRows() []int {
	list := make([]int, r.Folds)
	if r.Apart != nil {
		for f, one := range r.Apart {
			list[f] = lists.Count(one.Test, func(test int) bool { return test == f })
		}
		return list
	}
	for _, test := range r.Test {
		if test >= 0 {
			list[test]++
		}
	}
	return list
}

// LeavesOne reports whether each fold tests one row, and every row that trains is tested
// by one.
func (r Repeat) LeavesOne() bool {
	tested := make([]int, r.Folds)
	for _, f := range r.Test {
		if f == Never {
			return false
		}
		if f >= 0 {
			tested[f]++
		}
	}
	return r.Times == nil && r.Apart == nil && !slices.ContainsFunc(tested, func(n int) bool { return n != 1 })
}

// rowset is the rows that have a class, in ascending order.
type rowset struct {
	rows   []int // row numbers in the dataset
	labels []int // class number of each of them
	counts []int // rows of each class
}

func usable(in data.Design) rowset {
	u := rowset{counts: make([]int, in.Target.K())}
	if in.Target.MultiLabel {
		u.counts = make([]int, 1)
	}
	n := lists.Count(in.Truth.Class, func(c int) bool { return c >= 0 })
	u.rows, u.labels = mapped.Make[int](n, mapped.Lists)[:0], mapped.Make[int](n, mapped.Lists)[:0]
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

// free gives up the lists.
func (u rowset) free() {
	mapped.Free(u.rows)
	mapped.Free(u.labels)
}

// division is what a method makes of the usable rows.
type division struct {
	folds int
	tests []int // for each of them the fold that tests it, or Never
	times []int // for each of them how often it counts; nil if once
}

// spread makes a division of the usable rows a Repeat over all n rows.
func (d division) spread(n int, rows []int) Repeat {
	r := Repeat{Folds: d.folds, Test: mapped.Make[int](n, mapped.Lists)}
	for row := range r.Test {
		r.Test[row] = Out
	}
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

// places is a list of folds for a message: the first ones, and how many there
// are.
type places struct {
	first []string
	total int
}

const mostPlaces = 3

func (p *places) add(fold int, repeat string) {
	if p.total++; p.total <= mostPlaces {
		p.first = append(p.first, fmt.Sprintf("fold %d%s", fold, repeat))
	}
}

// String renders "fold 0, fold 2, fold 3 and 4 more".
func (p places) String() string {
	text := strings.Join(p.first, ", ")
	if more := p.total - len(p.first); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func place(repeat, repeats int) string {
	if repeats == 1 {
		return ""
	}
	return fmt.Sprintf(" of repeat %d", repeat)
}

// mostListed is how many classes a message lists.
const mostListed = 5
