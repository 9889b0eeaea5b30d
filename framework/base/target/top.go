package target

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Top are the best of K classes or labels of each of n rows, where a row with values of all K would be
// too long. A row has one at least.
type Top struct {
	// Labels are the numbers of the classes or labels, in each row the best first.
	Labels
	Scores []float64 // of each entry of Of; larger is better
	// Probabilities are those of each entry of Of, or nil. Of classes, the others have the rest
	// in equal shares; of labels, they have 0.
	Probabilities []float64
	// Predicted says of each row how many of its first entries are predicted: of classes 1.
	Predicted []int32
	// Others is the score of all that are not among the best of a row, less than the score of any that is.
	Others float64
}

// Fewest is the least number of entries of a row, 0 without rows.
func (t *Top) Fewest() int {
	least := 0
	for row := range t.Rows() {
		if start, end := t.Bounds(row); row == 0 || end-start < least {
			least = end - start
		}
	}
	return least
}

// Chosen are the classes, or the labels, that are predicted.
func (t *Top) Chosen(multiLabel bool) (r Rows) {
	for row, count := range t.Predicted {
		first := t.Row(row)[:count]
		if !multiLabel {
			r.Class = append(r.Class, int(first[0]))
			continue
		}
		first = slices.Clone(first)
		slices.Sort(first)
		r.Y.Add(first...)
	}
	return r
}

// Rest is the probability of each of the K classes or labels that are not among the best of a row.
func (t *Top) Rest(row, k int, multiLabel bool) float64 {
	start, end := t.Bounds(row)
	sum := 0.0
	for _, p := range t.Probabilities[start:end] {
		sum += p
	}
	if multiLabel || end-start == k || sum >= 1 {
		return 0
	}
	return (1 - sum) / float64(k-(end-start))
}

// Pick returns some rows.
func (t *Top) Pick(rows []int) *Top {
	some := &Top{Others: t.Others, Labels: t.Labels.Pick(rows), Predicted: make([]int32, 0, len(rows))}
	for _, row := range rows {
		start, end := t.Bounds(row)
		some.Scores = append(some.Scores, t.Scores[start:end]...)
		if t.Probabilities != nil {
			some.Probabilities = append(some.Probabilities, t.Probabilities[start:end]...)
		}
		some.Predicted = append(some.Predicted, t.Predicted[row])
	}
	return some
}

// And returns the rows with more behind them, of which both or neither have probabilities.
func (t *Top) And(more *Top) *Top {
	return &Top{Labels: t.Labels.And(more.Labels), Scores: append(t.Scores, more.Scores...),
		Probabilities: append(t.Probabilities, more.Probabilities...), Predicted: append(t.Predicted, more.Predicted...),
		Others: min(t.Others, more.Others)}
}

// Check refuses what is not the best of k classes or labels of n rows.
func (t *Top) Check(n, k int, multiLabel bool) error {
	entries := len(t.Of)
	if len(t.Ends) != n || len(t.Predicted) != n || len(t.Scores) != entries ||
		t.Probabilities != nil && len(t.Probabilities) != entries || n > 0 && t.Ends[n-1] != entries {
		return errors.New("the numbers of rows and entries do not fit together")
	}
	if t.Others-t.Others != 0 {
		return fmt.Errorf("the score of the others is %v", t.Others)
	}
	seen := make(map[int32]bool)
	for row, before := 0, 0; row < n; row, before = row+1, t.Ends[row] {
		if t.Ends[row] <= before || t.Ends[row] > entries {
			return fmt.Errorf("row %d has no entries", row)
		}
		clear(seen)
		for at := before; at < t.Ends[row]; at++ {
			if err := t.checkEntry(at, before, k); err != nil {
				return fmt.Errorf("row %d: %w", row, err)
			}
			seen[t.Of[at]] = true
		}
		predicted, count := int(t.Predicted[row]), t.Ends[row]-before
		if len(seen) != count || predicted < 0 || predicted > count || !multiLabel && predicted != 1 {
			return fmt.Errorf("row %d has %d different entries of %d and %d predicted", row, len(seen), count, predicted)
		}
	}
	return nil
}

// checkEntry checks an entry of a row whose entries begin somewhere.
func (t *Top) checkEntry(at, start, k int) error {
	score := t.Scores[at]
	switch {
	case t.Of[at] < 0 || int(t.Of[at]) >= k:
		return fmt.Errorf("%d is not one of the numbers 0 to %d", t.Of[at], k-1)
	case score-score != 0 || score <= t.Others:
		return fmt.Errorf("the score %v is not a number above that of the others, %v", score, t.Others)
	case at > start && score > t.Scores[at-1]:
		return errors.New("the best does not come first")
	case t.Probabilities != nil && !(t.Probabilities[at] >= -1e-5 && t.Probabilities[at] <= 1+1e-5):
		return fmt.Errorf("%v is not a probability", t.Probabilities[at])
	}
	return nil
}

// Dense are the scores and, where there are any, the probabilities of all k classes or labels of each
// row, row after row.
func (t *Top) Dense(k int, multiLabel bool) (scores, probabilities []float64) {
	scores = slices.Repeat([]float64{t.Others}, t.Rows()*k)
	if t.Probabilities != nil {
		probabilities = make([]float64, t.Rows()*k)
	}
	for row := range t.Rows() {
		start, end := t.Bounds(row)
		if probabilities != nil {
			fill(probabilities[row*k:(row+1)*k], t.Rest(row, k, multiLabel))
		}
		for at := start; at < end; at++ {
			scores[row*k+int(t.Of[at])] = t.Scores[at]
			if probabilities != nil {
				probabilities[row*k+int(t.Of[at])] = t.Probabilities[at]
			}
		}
	}
	return scores, probabilities
}

func fill(list []float64, v float64) {
	for i := range list {
		list[i] = v
	}
}

// Without takes classes out of the lists, and divides the probabilities of the others by their sum. A row
// that loses all has the first of the other classes then.
func (t *Top) Without(unseen []bool) *Top {
	kept := &Top{Others: t.Others, Predicted: t.Predicted}
	first, seen := int32(slices.Index(unseen, false)), 0
	for _, is := range unseen {
		if !is {
			seen++
		}
	}
	for row := range t.Rows() {
		start, end := t.Bounds(row)
		lost := 0.0
		for at := start; at < end; at++ {
			if !unseen[t.Of[at]] {
				kept.Of, kept.Scores = append(kept.Of, t.Of[at]), append(kept.Scores, t.Scores[at])
			} else if t.Probabilities != nil {
				lost += t.Probabilities[at]
			}
		}
		if t.Probabilities != nil {
			for at := start; at < end; at++ {
				if !unseen[t.Of[at]] {
					kept.Probabilities = append(kept.Probabilities, share(t.Probabilities[at], lost, seen))
				}
			}
		}
		if len(kept.Of) == kept.ended() {
			kept.Of, kept.Scores = append(kept.Of, first), append(kept.Scores, math.Nextafter(t.Others, math.Inf(1)))
			if t.Probabilities != nil {
				kept.Probabilities = append(kept.Probabilities, 1/float64(seen))
			}
		}
		kept.Ends = append(kept.Ends, len(kept.Of))
	}
	return kept
}

// share is a probability divided by what is not lost, and that of one of the seen classes if all is.
func share(p, lost float64, seen int) float64 {
	if lost >= 1 {
		return 1 / float64(seen)
	}
	return min(1, p/(1-lost))
}

// ended is where the rows that are there end.
func (l Labels) ended() int {
	if len(l.Ends) == 0 {
		return 0
	}
	return l.Ends[len(l.Ends)-1]
}
