package neighbours

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// index is the training rows of a fold.
type index struct {
	settings
	x        contract.Rows
	groups   []span    // rows of one class, which a problem uses all or not at all
	counts   []float64 // the weights of rows; nil for all 1
	postings *postings // of compressed rows

	// For a first estimate of Euclidean distances of dense rows, about the mean:
	mean    []float64
	turned  []float64 // −2·Zᵀ, d × width
	squares []float64 // of the rows of Z, width
	width   int
	largest float64 // of the squares
}

// span is rows start … end−1.
type span struct{ start, end int }

// estimable prepares the estimates.
func (x *index) estimable() {
	n, d := x.x.Rows, x.x.Cols
	x.mean = make([]float64, d)
	for i := range n {
		for j, v := range x.x.Row(i) {
			x.mean[j] += v / float64(n)
		}
	}
	x.turned, x.squares = make([]float64, d*x.width), make([]float64, x.width)
	for i := range n {
		for j, v := range x.x.Row(i) {
			z := v - x.mean[j]
			x.turned[j*x.width+i] = -2 * z
			x.squares[i] += float64(z * z)
		}
		x.largest = max(x.largest, x.squares[i])
	}
}

// neighbour is a training row with its distance, for Euclidean ones the square.
type neighbour struct {
	distance float64
	row      int32
}

// nearer orders neighbours.
func (a neighbour) nearer(b neighbour) bool {
	return a.distance < b.distance || a.distance == b.distance && a.row < b.row
}

// nearest is up to k neighbours, the nearest first.
type nearest []neighbour

// add makes a neighbour one of the k nearest if it is.
func (list nearest) add(k int, n neighbour) nearest {
	if len(list) == k {
		if !n.nearer(list[k-1]) {
			return list
		}
		list = list[:k-1]
	}
	at := len(list)
	for at > 0 && n.nearer(list[at-1]) {
		at--
	}
	return slices.Insert(list, at, n)
}

// tile is how many rows are compared with the training rows at a time.
const tile = 2 * kernel.Lanes

// huge is a square from which sums of them may overflow.
const huge = 1e300

// estimate writes ‖z‖² − 2·x·z for every training row z. The slack of x is more than twice
// what rounding makes of the difference between that and ‖x − z‖² as it is computed,
// less ‖x‖²; +Inf where something may overflow.
func (x *index) estimate(rows contract.Matrix, estimates, slack []float64) {
	centred := make([]float64, tile*rows.Cols)
	for i := range rows.Rows {
		square := 0.0
		for j, v := range rows.Row(i) {
			c := v - x.mean[j]
			centred[i*rows.Cols+j] = c
			square += float64(c * c)
		}
		slack[i] = float64(rows.Cols+8) * 0x1p-49 * (square + x.largest)
		if !(square+x.largest < huge) {
			slack[i] = math.Inf(1)
		}
	}
	for i := range tile {
		copy(estimates[i*x.width:(i+1)*x.width], x.squares)
	}
	kernel.MulAdd(tile, x.width, rows.Cols, centred, rows.Cols, 1, x.turned, x.width, estimates, x.width)
}

// nearestOf computes the distances of those rows of a span that by their estimates may be
// among the nearest. Candidates are memory for their numbers.
func (x *index) nearestOf(s span, estimates []float64, slack float64, list nearest, candidates *[]int32,
	distance func(i int) float64) nearest {
	limit, found := math.Inf(1), (*candidates)[:0]
	for i, v := range estimates[s.start:s.end] {
		if v > limit {
			continue
		}
		found = append(found, int32(s.start+i))
		if math.IsInf(slack, 1) {
			continue
		}
		if list = list.add(x.K, neighbour{v, int32(i)}); len(list) == x.K {
			limit = list[x.K-1].distance + slack
		}
	}
	list, *candidates = list[:0], found
	for _, i := range found {
		if !(estimates[i] > limit) { // where something overflows it may be no number
			list = list.add(x.K, neighbour{distance(int(i)), i})
		}
	}
	return list
}

// from returns the distances from a row of q to training rows, for Euclidean ones the
// squares.
func (x *index) from(q contract.Rows, row int) func(i int) float64 {
	squared := x.Metric == euclidean
	if x.x.Sparse != nil {
		columns, values := stored(q, row)
		return func(i int) float64 {
			others, of := stored(x.x, i)
			return apart(squared, columns, values, others, of)
		}
	}
	from := part(q, row, 1).Data
	if squared {
		return func(i int) (sum float64) {
			for j, z := range x.x.Row(i) {
				difference := from[j] - z
				sum += float64(difference * difference)
			}
			return sum
		}
	}
	return func(i int) (sum float64) {
		for j, z := range x.x.Row(i) {
			sum += math.Abs(from[j] - z)
		}
		return sum
	}
}
