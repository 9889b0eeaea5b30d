package scores

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
)

// Decoded is what a reducer makes of the scores of a set of rows.
type Decoded struct {
	Predicted     []int32   // class numbers, or of multi-label data rows × K of 1 and 0
	Scores        []float64 // rows × K
	Probabilities []float64 // the same, or nil
}

// Append adds what was decoded of the next part, one of some parts in all.
func (d *Decoded) Append(next Decoded, parts int) error {
	if len(d.Scores) > 0 && (d.Probabilities == nil) != (next.Probabilities == nil) {
		return errors.New("the reducer gives probabilities for some rows only")
	}
	if parts == 1 {
		*d = next
		return nil
	}
	if d.Scores == nil {
		d.Predicted = make([]int32, 0, len(next.Predicted)*parts)
		d.Scores = make([]float64, 0, len(next.Scores)*parts)
		if next.Probabilities != nil {
			d.Probabilities = make([]float64, 0, len(next.Probabilities)*parts)
		}
	}
	d.Predicted = append(d.Predicted, next.Predicted...)
	d.Scores = append(d.Scores, next.Scores...)
	d.Probabilities = append(d.Probabilities, next.Probabilities...)
	return nil
}

// Read reads and checks what a reducer wrote for the rows of a part and k
// classes or labels.
func Read(call service.DecodeCall, s rows.Part, k int, multiLabel, withProbabilities bool) (d Decoded, err error) {
	if d.Scores, err = readTable(call.ClassScores, s, k); err != nil {
		return d, fmt.Errorf("the reducer's scores: %w", err)
	}
	if withProbabilities {
		if d.Probabilities, err = readTable(call.Probabilities, s, k); err == nil {
			err = checkProbabilities(d.Probabilities, s, k, multiLabel)
		}
		if err != nil {
			return d, fmt.Errorf("the reducer's probabilities: %w", err)
		}
	}
	cols, below := 1, k
	if multiLabel {
		cols, below = k, 2
	}
	if d.Predicted, err = matrix.ReadAnswer[int32](call.Predictions, s.Count, cols); err != nil {
		return d, fmt.Errorf("the reducer's predictions: %w", err)
	}
	return d, checkPredicted(d.Predicted, below, multiLabel)
}

// checkPredicted checks predictions: class numbers, or 1 or 0 for labels, which are
// below some number.
func checkPredicted(predicted []int32, below int, multiLabel bool) error {
	for _, c := range predicted {
		switch {
		case c >= 0 && int(c) < below:
		case multiLabel:
			return fmt.Errorf("the reducer predicted %d for a label, which a row has (1) or not (0)", c)
		default:
			return fmt.Errorf("the reducer predicted class number %d of %d", c, below)
		}
	}
	return nil
}

// checkProbabilities checks that values are probabilities, which of classes sum to
// 1 in each row.
func checkProbabilities(values []float64, s rows.Part, k int, multiLabel bool) error {
	for i := range s.Count {
		sum := 0.0
		for _, v := range values[i*k : (i+1)*k] {
			if err := checkProbability(v); err != nil {
				return fmt.Errorf("%s %d: %w", s.RowName(), s.From+i, err)
			}
			sum += v
		}
		if !multiLabel && math.Abs(sum-1) > rounding*float64(max(k, 10)) {
			return fmt.Errorf("those of %s %d sum to %v", s.RowName(), s.From+i, sum)
		}
	}
	return nil
}

// readTable reads finite numbers, cols for each row of a part.
func readTable(path string, s rows.Part, cols int) ([]float64, error) {
	values, err := matrix.ReadAnswer[float64](path, s.Count, cols)
	if err != nil {
		return nil, err
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("the value for %s %d is %v", s.RowName(), s.From+i/cols, v)
		}
	}
	return values, nil
}

// Predictions puts what was decoded of a set of rows of a block in the order of
// their ids. Scores and probabilities are not copied: they are the predictions' from
// then on.
func (d Decoded) Predictions(b *rows.Block, s *rows.Set) *store.Predictions {
	ids := b.IDs(s.Ranges)
	var truth []int
	for _, r := range s.Ranges {
		truth = append(truth, slices.Repeat([]int{r.Class}, r.End-r.Start)...)
	}
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return ids[a] - ids[b] })
	table := b.Dataset.Table
	k := table.Target.K()
	out := &store.Predictions{K: k, MultiLabel: table.Target.MultiLabel, Rows: make([]int, 0, len(ids)),
		Scores: d.Scores, Probabilities: d.Probabilities}
	if out.MultiLabel {
		out.Truth.Y, out.Predicted.Y = make([]int8, 0, len(d.Scores)), make([]int8, 0, len(d.Scores))
	}
	for _, i := range order {
		out.Rows = append(out.Rows, ids[i])
		if out.MultiLabel {
			out.Truth.Y = append(out.Truth.Y, table.Truth.Labels(ids[i], k)...)
			for _, y := range d.Predicted[i*k : (i+1)*k] {
				out.Predicted.Y = append(out.Predicted.Y, int8(y))
			}
		} else {
			out.Truth.Class = append(out.Truth.Class, truth[i])
			out.Predicted.Class = append(out.Predicted.Class, int(d.Predicted[i]))
		}
	}
	permute(out.Scores, k, order)
	if out.Probabilities != nil {
		permute(out.Probabilities, k, order)
	}
	return out
}

// permute moves rows of k values so that row order[i] becomes row i, along the cycles of
// the permutation.
func permute(values []float64, k int, order []int) {
	row := func(i int) []float64 { return values[i*k : (i+1)*k] }
	moved, first := make([]bool, len(order)), make([]float64, k)
	for start := range order {
		if moved[start] || order[start] == start {
			continue
		}
		copy(first, row(start))
		i := start
		for ; order[i] != start; i = order[i] {
			copy(row(i), row(order[i]))
			moved[i] = true
		}
		copy(row(i), first)
		moved[i] = true
	}
}
