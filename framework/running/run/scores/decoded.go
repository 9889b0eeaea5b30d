package scores

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// MostDense is the largest number of classes or labels of which a row has the scores of all, whatever
// the reducer says.
const MostDense = 1000

// Decoded is what a reducer makes of the scores of a set of rows.
type Decoded struct {
	Predicted     target.Rows
	Scores        []float64   // rows × K
	Probabilities []float64   // the same, or nil
	Top           *target.Top // in place of both: the best of each row of more than MostDense
}

// dense gives the scores of all k classes or labels in place of those of the best.
func (d *Decoded) dense(k int) {
	d.Scores, d.Probabilities = d.Top.Dense(k, d.Predicted.Class == nil)
	d.Top = nil
}

// NeedsAll returns an error of what needs the probabilities of all classes if there are none, or those
// of the best of each row alone.
func (d *Decoded) NeedsAll(what string) error {
	switch {
	case d.Top != nil:
		return fmt.Errorf("the reducer scores the best classes of each row alone, and %s needs the probabilities of all",
			what)
	case d.Probabilities == nil:
		return fmt.Errorf("the reducer gives no probabilities, which %s needs", what)
	}
	return nil
}

// Append adds what was decoded of the next part, one of some parts in all.
func (d *Decoded) Append(next Decoded, parts int) error {
	if len(d.Scores) > 0 && (d.Probabilities == nil) != (next.Probabilities == nil) ||
		d.Top != nil && next.Top != nil && (d.Top.Probabilities == nil) != (next.Top.Probabilities == nil) {
		return errors.New("the reducer gives probabilities for some rows only")
	}
	if d.Top != nil && next.Top == nil || len(d.Scores) > 0 && next.Top != nil {
		return errors.New("the reducer scores all classes of some rows, and the best of others")
	}
	if parts == 1 {
		*d = next
		return nil
	}
	if next.Top != nil {
		if d.Top == nil {
			d.Top = &target.Top{Others: next.Top.Others}
		}
		d.Top, d.Predicted = d.Top.And(next.Top), d.Predicted.And(next.Predicted)
		return nil
	}
	if d.Scores == nil {
		d.Predicted.Class = make([]int, 0, len(next.Predicted.Class)*parts)
		d.Scores = make([]float64, 0, len(next.Scores)*parts)
		if next.Probabilities != nil {
			d.Probabilities = make([]float64, 0, len(next.Probabilities)*parts)
		}
	}
	d.Predicted = d.Predicted.And(next.Predicted)
	d.Scores = append(d.Scores, next.Scores...)
	d.Probabilities = append(d.Probabilities, next.Probabilities...)
	return nil
}

// Read reads and checks what a reducer wrote for the rows of a part and k
// classes or labels.
func Read(call service.DecodeCall, done service.Decoded, s rows.Part, k int, multiLabel bool) (d Decoded, err error) {
	if done.Top {
		return readTop(call, done, s, k, multiLabel)
	}
	if d.Scores, err = readTable(call.ClassScores, s, k); err != nil {
		return d, fmt.Errorf("the reducer's scores: %w", err)
	}
	if done.Probabilities {
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
	predicted, err := matrix.ReadAnswer[int32](call.Predictions, s.Count, cols)
	if err != nil {
		return d, fmt.Errorf("the reducer's predictions: %w", err)
	}
	if err := checkPredicted(predicted, below, multiLabel); err != nil {
		return d, err
	}
	if multiLabel {
		d.Predicted.Y = target.Listed(lists.Map(predicted, func(y int32) int8 { return int8(y) }), k)
	} else {
		d.Predicted.Class = lists.Map(predicted, func(class int32) int { return int(class) })
	}
	return d, nil
}

// readTop reads and checks the best classes or labels of the rows. Of few, all values are filled in.
func readTop(
	call service.DecodeCall, done service.Decoded, s rows.Part, k int, multiLabel bool,
) (d Decoded, err error) {
	d.Top = &target.Top{Others: done.Others}
	if d.Top.Ends, err = readNumbers(call.Top.Ends, s.Count); err != nil {
		return d, err
	}
	entries := 0
	if s.Count > 0 {
		entries = d.Top.Ends[s.Count-1]
	}
	if entries < 0 || entries > s.Count*k {
		return d, fmt.Errorf("the reducer found %d classes of %d rows, and there are %d", entries, s.Count, k)
	}
	if d.Top.Of, err = matrix.ReadAnswer[int32](call.Top.Labels, entries, 1); err == nil {
		d.Top.Scores, err = matrix.ReadAnswer[float64](call.Top.Scores, entries, 1)
	}
	if err == nil && done.Probabilities {
		d.Top.Probabilities, err = matrix.ReadAnswer[float64](call.Top.Probabilities, entries, 1)
	}
	if err == nil {
		d.Top.Predicted, err = matrix.ReadAnswer[int32](call.Top.Predicted, s.Count, 1)
	}
	if err == nil {
		err = d.Top.Check(s.Count, k, multiLabel)
	}
	if err != nil {
		return d, fmt.Errorf("the best that the reducer found: %w", err)
	}
	d.Predicted = d.Top.Chosen(multiLabel)
	if k <= MostDense {
		d.dense(k)
	}
	return d, nil
}

// readNumbers reads a whole number for each row.
func readNumbers(path string, rows int) ([]int, error) {
	numbers, err := matrix.ReadAnswer[int32](path, rows, 1)
	return lists.Map(numbers, func(n int32) int { return int(n) }), err
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
// their ids. It is not copied: it is the predictions' from then on.
func (d Decoded) Predictions(b *rows.Block, s *rows.Set) *store.Predictions {
	ids := b.IDs(s.Ranges)
	order := lists.Range(len(ids))
	slices.SortFunc(order, func(a, b int) int { return ids[a] - ids[b] })
	table := b.Dataset.Table
	k := table.Target.K()
	out := &store.Predictions{K: k, MultiLabel: table.Target.MultiLabel, Predicted: d.Predicted,
		Rows: lists.Map(order, func(i int) int { return ids[i] }), Scores: d.Scores, Probabilities: d.Probabilities}
	if out.MultiLabel {
		out.Truth.Y, out.Predicted.Y = table.Truth.Y.Pick(out.Rows), d.Predicted.Y.Pick(order)
	} else {
		for _, r := range s.Ranges {
			out.Truth.Class = append(out.Truth.Class, slices.Repeat([]int{r.Class}, r.End-r.Start)...)
		}
		permute(out.Truth.Class, 1, order)
		permute(out.Predicted.Class, 1, order)
	}
	if d.Top != nil {
		out.Top = d.Top.Pick(order)
		return out
	}
	permute(out.Scores, k, order)
	if out.Probabilities != nil {
		permute(out.Probabilities, k, order)
	}
	return out
}

// permute moves rows of k values so that row order[i] becomes row i, along the cycles of
// the permutation.
func permute[T any](values []T, k int, order []int) {
	row := func(i int) []T { return values[i*k : (i+1)*k] }
	moved, first := make([]bool, len(order)), make([]T, k)
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
