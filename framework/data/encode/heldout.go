package encode

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/data"
)

// holding are the attributes of types that count training rows: what is held out from the
// counts for a training row, and what rows count.
type holding struct {
	Folds        int  `json:"folds"`
	LeaveOneOut  bool `json:"leave_one_out"`
	InSample     bool `json:"in_sample"`
	SampleWeight bool `json:"sample_weight"` // rows count by their weights
}

// heldOut says what is not counted for a row: for a training row its own fold,
// or itself, or its group, for other rows nothing.
type heldOut struct {
	classes  int     // or labels
	folds    int     // 0 where there are none
	fold     []int32 // by row of the table, −1 for rows that are not training rows; nil if nothing is held out
	parts    tally   // of the training rows of each fold
	alone    *loners // of single rows; nil where these are not held out by themselves
	nothing  tally
	everyone tally // of all training rows
	weights  rowWeights
	digest   string
}

// newHeldOut returns what an encoder holds out.
func (b *builder) newHeldOut(e holding) *heldOut {
	k := len(b.table.Target.Names)
	h := &heldOut{classes: k, nothing: make(tally, k+1), everyone: make(tally, k+1)}
	if e.SampleWeight {
		h.weights = b.weights()
	}
	for _, row := range b.rows {
		h.add(h.everyone, b.table, row)
	}
	switch {
	case e.InSample:
	case b.groups != nil:
		folds := e.Folds
		if e.LeaveOneOut {
			folds = len(b.rows)
		}
		fold, folds := b.dealGroups(folds)
		h.divide(b, fold, folds)
	case e.LeaveOneOut:
		alone := b.newLoners(k)
		h.alone = &alone
		h.fold = b.positions(make([]int32, len(b.rows)))
	default:
		fold, folds := b.dealt(e.Folds)
		h.divide(b, fold, folds)
	}
	d := digest{sha256.New()}
	for _, n := range h.fold {
		d.number(uint64(n))
	}
	h.identify(d, h.everyone)
	h.digest = string(d.Sum(nil))
	return h
}

// add counts a row of a table.
func (h *heldOut) add(to tally, t *data.Table, row int) { to.addRow(t, row, h.weights.of(row)) }

// identify writes tallies to a digest.
func (h *heldOut) identify(d digest, counts tally) {
	for _, n := range counts {
		if h.weights == nil {
			d.number(uint64(n))
		} else {
			d.real(n)
		}
	}
}

// dealt divides the training rows into at most a number of folds, of whole groups if there are
// groups.
func (b *builder) dealt(folds int) (fold []int32, number int) {
	if b.groups != nil {
		return b.dealGroups(folds)
	}
	folds = min(folds, len(b.rows))
	return deal(b.table, b.rows, folds, b.stream("folds of an encoder")), folds
}

// divide holds out the fold of each training row, and gives up the list of these.
func (h *heldOut) divide(b *builder, fold []int32, folds int) {
	defer mapped.Free(fold)
	h.folds, h.fold, h.parts = folds, b.positions(fold), make(tally, folds*(h.classes+1))
	for i, row := range b.rows {
		h.add(h.parts.of(fold[i], h.classes), b.table, row)
	}
}

// positions spreads numbers of the training rows over all rows of the table.
func (b *builder) positions(numbers []int32) []int32 {
	all := slices.Repeat([]int32{-1}, b.table.Rows)
	for i, row := range b.rows {
		all[row] = numbers[i]
	}
	return all
}

// stream returns a random stream for a purpose, made from the seed and the numbers of
// the training rows.
func (b *builder) stream(purpose string) *rand.Rand {
	d := digest{sha256.New()}
	d.text(purpose)
	d.number(b.seed)
	for _, row := range b.rows {
		d.number(uint64(row))
	}
	sum := d.Sum(nil)
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

// deal divides rows into stratified folds: those of each class, shuffled, are
// dealt out in turn, each class beginning where the one before it ended. All
// folds get rows if there are as many. Multi-label rows are not stratified. The list
// is to be given up by mapped.Free.
func deal(t *data.Table, rows []int, folds int, random *rand.Rand) []int32 {
	end := make([]int, max(1, len(t.Target.Names)))
	for _, row := range rows {
		end[t.Truth.Class[row]]++
	}
	next := 0
	for class, count := range end {
		end[class], next = next, next+count
	}
	order := mapped.Make[int](len(rows), mapped.Lists)
	defer mapped.Free(order)
	for i, row := range rows {
		class := t.Truth.Class[row]
		order[end[class]] = i
		end[class]++
	}
	fold, begin := mapped.Make[int32](len(rows), mapped.Lists), 0
	for _, last := range end {
		members := order[begin:last]
		random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		for at, i := range members {
			fold[i] = int32((begin + at) % folds)
		}
		begin = last
	}
	return fold
}

// dealGroups divides the training rows into at most a number of folds of whole groups,
// each group, the largest first, to the first of the folds with the fewest rows.
// Groups of one size are in random order.
func (b *builder) dealGroups(folds int) (fold []int32, number int) {
	members := map[int][]int{}
	var order []int
	for i, row := range b.rows {
		g := b.groups[row]
		if members[g] == nil {
			order = append(order, g)
		}
		members[g] = append(members[g], i)
	}
	b.stream("folds of an encoder").Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(g, h int) int { return len(members[h]) - len(members[g]) })
	fold, number = make([]int32, len(b.rows)), min(folds, len(order))
	load := make([]int, number)
	for n, g := range order {
		lightest := n // the first groups have a fold each
		if n >= number {
			lightest = slices.Index(load, slices.Min(load))
		}
		load[lightest] += len(members[g])
		for _, i := range members[g] {
			fold[i] = int32(lightest)
		}
	}
	return fold, number
}

// rest returns what of everyone is not counted for a row.
func (h *heldOut) rest(v view, row int) tally {
	switch fold := h.foldOf(v, row); {
	case fold < 0:
		return h.nothing
	case h.folds == 0:
		return h.alone.tally(v.table, row, h.classes).times(h.weights.of(row))
	default:
		return h.parts.of(fold, h.classes)
	}
}

// foldOf returns the fold of a training row, −1 if nothing is held out.
func (h *heldOut) foldOf(v view, row int) int32 {
	if !v.training || h.fold == nil {
		return -1
	}
	return trainingFold(h.fold, row)
}

// trainingFold returns the fold of a row, which must be a training row.
func trainingFold(fold []int32, row int) int32 {
	if fold[row] < 0 {
		panic(fmt.Sprintf("encode: row %d is encoded as a training row, and the encoder was not fitted to it", row))
	}
	return fold[row]
}

// tally counts rows, or sums their weights: entry 0 all, entry 1+k those of class k, or with
// label k. Several tallies may follow each other in one list.
type tally []float64

// of returns the i-th of several tallies of k classes.
func (y tally) of(i int32, k int) tally {
	width := int32(k + 1)
	return y[i*width : (i+1)*width]
}

// add counts a row of a class.
func (y tally) add(class int, weight float64) {
	y[0] += weight
	y[1+class] += weight
}

// addRow counts a row of a table, with its class or its labels. A row has a label or
// not, whatever the others are, so that its counter is that of a problem of two
// classes.
func (y tally) addRow(t *data.Table, row int, weight float64) {
	if !t.Target.MultiLabel {
		y.add(t.Truth.Class[row], weight)
		return
	}
	y[0] += weight
	for _, label := range t.Truth.Y.Row(row) {
		y[1+label] += weight
	}
}

// times returns the tally as often as a weight says.
func (y tally) times(weight float64) tally {
	if weight == 1 {
		return y
	}
	return lists.Map(y, func(n float64) float64 { return weight * n })
}

// loners are the tallies of single rows of weight 1, one for all rows with the same labels.
type loners struct {
	of      []int32 // by row of the table; nil where the class of a row is the number
	tallies tally
}

// newLoners makes the tallies of the training rows.
func (b *builder) newLoners(k int) loners {
	if !b.table.Target.MultiLabel {
		l := loners{tallies: make(tally, k*(k+1))}
		for class := range k {
			l.tallies.of(int32(class), k).add(class, 1)
		}
		return l
	}
	l := loners{}
	numbers := make([]int32, len(b.rows))
	known := map[string]int32{}
	var key []byte
	for i, row := range b.rows {
		key = key[:0]
		for _, label := range b.table.Truth.Y.Row(row) {
			key = binary.LittleEndian.AppendUint32(key, uint32(label))
		}
		number, found := known[string(key)]
		if !found {
			number = int32(len(known))
			known[string(key)] = number
			l.tallies = append(l.tallies, make(tally, k+1)...)
			l.tallies.of(number, k).addRow(b.table, row, 1)
		}
		numbers[i] = number
	}
	l.of = b.positions(numbers)
	return l
}

// tally returns that of a training row of k outcomes.
func (l loners) tally(t *data.Table, row, k int) tally {
	if l.of == nil {
		return l.tallies.of(int32(t.Truth.Class[row]), k)
	}
	return l.tallies.of(l.of[row], k)
}
