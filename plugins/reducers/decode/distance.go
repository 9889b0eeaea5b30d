package decode

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// rows holds the nonzero entries of a code: for each class the columns that
// take part, ascending, with their signs.
type rows [][]entry

type entry struct {
	column   int
	positive bool
}

func newRows(code contract.Code) rows {
	r := make(rows, len(code))
	for k, row := range code {
		for l, m := range row {
			if m != 0 {
				r[k] = append(r[k], entry{l, m > 0})
			}
		}
	}
	return r
}

// votes counts for each class the models that speak for it, and an abstention
// as half a vote. Sums of halves are exact.
func (r rows) votes(s, out []float64) {
	for k, entries := range r {
		votes := 0.0
		for _, e := range entries {
			switch z := e.margin(s); {
			case z > 0:
				votes++
			case z == 0:
				votes += 0.5
			}
		}
		out[k] = votes
	}
}

// margin is m·s for the entry.
func (e entry) margin(s []float64) float64 {
	if e.positive {
		return s[e.column]
	}
	return -s[e.column]
}

// distances computes Σ_l Loss(s_l·m_kl) for every class: the nonzero entries in
// column order, then the zeros all at once.
type distances struct {
	loss   func(z float64) float64
	rows   rows
	offset []float64 // what the zeros of each row add
	divide []float64 // what the sum is divided by
	// The loss of each score as a positive and as a negative example; every row
	// only picks from them.
	asPositive, asNegative []float64
}

func newDistances(code contract.Code, loss Loss, zeros Zeros) *distances {
	d := &distances{
		loss:   losses[loss],
		rows:   newRows(code),
		offset: make([]float64, len(code)), divide: make([]float64, len(code)),
		asPositive: make([]float64, code.Columns()), asNegative: make([]float64, code.Columns()),
	}
	for k, entries := range d.rows {
		d.divide[k] = 1
		switch zeros {
		case Skip:
		case Mean:
			d.divide[k] = max(1, float64(len(entries)))
		default:
			d.offset[k] = float64(code.Columns()-len(entries)) * d.loss(0)
		}
	}
	return d
}

// negated stores minus the distance of each class.
func (d *distances) negated(s, out []float64) {
	for l, score := range s {
		d.asPositive[l], d.asNegative[l] = d.loss(score), d.loss(-score)
	}
	for k, entries := range d.rows {
		sum := 0.0
		for _, e := range entries {
			if e.positive {
				sum += d.asPositive[e.column]
			} else {
				sum += d.asNegative[e.column]
			}
		}
		out[k] = 0 - (sum+d.offset[k])/d.divide[k] // 0 − 0 is 0, not −0
	}
}

// negatedLog stores −ln of the exponential distance of each class, as
// ln Σ e^−z = M + ln Σ e^(−z−M) with M the largest exponent, which is 0 at least
// where zeros count. Nothing overflows: the result is about the size of the
// scores.
func (d *distances) negatedLog(s, out []float64) {
	for k, entries := range d.rows {
		largest := math.Inf(-1)
		if d.offset[k] > 0 {
			largest = 0
		}
		for _, e := range entries {
			largest = max(largest, -e.margin(s))
		}
		sum := 0.0
		for _, e := range entries {
			sum += math.Exp(-e.margin(s) - largest)
		}
		if d.offset[k] > 0 { // else e^−largest may be infinite
			sum += d.offset[k] * math.Exp(-largest)
		}
		out[k] = 0 - (largest + math.Log(sum/d.divide[k]))
	}
}
