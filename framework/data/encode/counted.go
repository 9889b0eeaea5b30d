package encode

import (
	"fmt"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// counted are the training rows of each group of a variable, by class, and what of
// them is held out for a training row.
type counted struct {
	groups
	held   *heldOut
	totals tally   // of the training rows of each group
	start  []int32 // by group: its first cell; one more at the end
	cells  []int32 // fold of each cell, −1 if it is empty
	parts  tally   // of the training rows of each cell: of one group and fold
}

// count counts the training rows of a variable.
func (b *builder) count(v variable, g grouping, held *heldOut) counted {
	s := counted{groups: b.group(v, g, false), held: held}
	s.tally(b)
	return s
}

// tally counts the training rows of each group, and of each of its folds. A
// group of n rows has rows in at most n folds, so there is no need for a cell
// for every group and fold.
func (s *counted) tally(b *builder) {
	k := s.held.classes
	group, rows := mapped.Make[int32](len(b.rows), mapped.Lists), make([]int32, s.total)
	defer mapped.Free(group)
	s.totals = make(tally, s.total*(k+1))
	for i, row := range b.rows {
		group[i] = s.index.get(s.key(b.table, s.at(b.table, row)))
		s.held.add(s.totals.of(group[i], k), b.table, row)
		rows[group[i]]++
	}
	if s.held.folds == 0 {
		return
	}
	s.start = make([]int32, s.total+1)
	for g := range s.total {
		s.start[g+1] = s.start[g] + min(rows[g], int32(s.held.folds))
	}
	s.cells = slices.Repeat([]int32{-1}, int(s.start[s.total]))
	s.parts = make(tally, len(s.cells)*(k+1))
	for i, row := range b.rows {
		cell := s.start[group[i]]
		for fold := s.held.fold[row]; s.cells[cell] != fold; cell++ {
			if s.cells[cell] < 0 {
				s.cells[cell] = fold
				break
			}
		}
		s.held.add(s.parts.of(cell, k), b.table, row)
	}
}

// rest returns what of a group is not counted for a row.
func (s *counted) rest(v view, row int, group int32) tally {
	fold := s.held.foldOf(v, row)
	if fold < 0 || s.held.folds == 0 {
		return s.held.rest(v, row)
	}
	return s.parts.of(s.cell(group, fold), s.held.classes)
}

// cell returns the cell of a group and a fold in which it has rows.
func (s *counted) cell(group, fold int32) int32 {
	cell := s.start[group]
	for s.cells[cell] != fold {
		cell++
	}
	return cell
}

// tallies returns the tally of a row's group, empty if it has none, and what of it is
// not counted for the row.
func (s *counted) tallies(v view, row int) (total, rest tally, err error) {
	group, err := s.of(v.table, row)
	if group < 0 {
		return s.held.nothing, s.held.nothing, err
	}
	return s.totals.of(group, s.held.classes), s.rest(v, row, group), nil
}

// identify writes the rows and classes that were counted by their numbers: the
// rest is in the table.
func (s *counted) identify(d digest, t *data.Table) {
	s.groups.identify(d, t)
	d.text(fmt.Sprint(s.held.folds, s.held.alone != nil))
	d.text(s.held.digest)
	s.held.identify(d, s.totals)
}

// inFold returns the tally of a group in a fold.
func (s *counted) inFold(group, fold int32) tally {
	if s.held.folds > 0 {
		cells := s.cells[s.start[group]:s.start[group+1]]
		if at := slices.Index(cells, fold); at >= 0 {
			return s.parts.of(s.start[group]+int32(at), s.held.classes)
		}
	}
	return s.held.nothing
}

// eachHolding is how types fit variables that hold out the same rows.
func (b *builder) eachHolding(h holding, add func(v variable, held *heldOut)) func(v variable) {
	held := sync.OnceValue(func() *heldOut { return b.newHeldOut(h) })
	return func(v variable) { add(v, held()) }
}

// The attributes of types that count over folds.
var (
	foldsParam = contract.Param{Name: "folds", Type: "number", Integer: true, Min: contract.Bound(2),
		Doc: "The number of folds that the training rows are divided into, stratified by class (not by label), with the " +
			"experiment's seed; 5 by default, and at most one for each row. Under group methods of validation whole groups " +
			"are divided, as evenly as possible."}
	leaveOneOutParam = contract.Param{Name: "leave_one_out", Type: "bool", Doc: "In place of folds, counts " +
		"over all training rows except the row itself, or under group methods of validation except those of its group. " +
		"false by default."}
	inSampleParam = contract.Param{Name: "in_sample", Type: "bool", Doc: "Counts over all training rows, the row " +
		"itself included: its label leaks into its features. The attribute is there to show the effect of that. false by " +
		"default."}
)

// unseenCounted says what types that count do with values that no training row has.
func unseenCounted(ignored string) contract.Param {
	return unseenParam("it joins the rare ones if there are any (rare, the default with rare_below), "+
		""+ignored+" (ignore), or "+
		"is an error.", "ignore", "error", "rare")
}
