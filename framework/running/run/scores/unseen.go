package scores

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Unseen says which of k classes training rows lack; nil if they lack none.
func Unseen(train []contract.Range, k int) []bool {
	lacks := slices.Repeat([]bool{true}, k)
	for _, r := range train {
		lacks[r.Class] = false
	}
	if !slices.Contains(lacks, true) {
		return nil
	}
	return lacks
}

// Withhold takes the classes that no model has seen out of what was decoded: they
// get probability 0, the others' are divided by their sum, and one less than the
// least class score of the row. Where one was predicted, the first of the other
// classes with the largest score takes its place. Codes have a row for such a
// class, which may be the nearest to what their models say. Of the best of each row they
// are left out.
func (d *Decoded) Withhold(unseen []bool) {
	if unseen == nil {
		return
	}
	if d.Top != nil {
		d.Top = d.Top.Without(unseen)
		d.Predicted = d.Top.Chosen(false)
		return
	}
	k := len(unseen)
	for i, predicted := range d.Predicted.Class {
		scores := d.Scores[i*k : (i+1)*k]
		best, least := -1, math.Inf(1)
		for class, score := range scores {
			if unseen[class] {
				continue
			}
			least = min(least, score)
			if best < 0 || score > scores[best] {
				best = class
			}
		}
		for class := range scores {
			if unseen[class] {
				scores[class] = below(least)
			}
		}
		if unseen[predicted] {
			d.Predicted.Class[i] = best
		}
		if d.Probabilities != nil {
			share(d.Probabilities[i*k:(i+1)*k], unseen)
		}
	}
}

// share divides the probabilities of the classes that were seen by their sum, and
// equally where that is 0; those of the others become 0.
func share(row []float64, unseen []bool) {
	sum, seen := 0.0, 0
	for class, p := range row {
		if !unseen[class] {
			sum, seen = sum+p, seen+1
		}
	}
	for class := range row {
		switch {
		case unseen[class]:
			row[class] = 0
		case sum > 0:
			row[class] /= sum
		default:
			row[class] = 1 / float64(seen)
		}
	}
}
