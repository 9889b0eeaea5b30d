package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
)

// decode turns the scores that a cell uses into its result, which holds what is
// known even if there is an error.
func (w *worker) decode(ctx context.Context, t *training, c prepare.Cell, i int) (store.Result, *store.Predictions, error) {
	uses := t.uses[i]
	result := store.Result{
		TrainRows: t.trainN, TestRows: t.testN, BinaryProblems: len(uses), PeakRSSBytes: t.peak,
	}
	if err := errors.Join(t.exceeded[i], t.tally(&result, uses)); err != nil {
		return result, nil, err
	}
	ctx, cancel := t.limited(ctx)
	defer cancel()
	start := time.Now()
	predictions, err := w.decodeScores(ctx, t, c, uses)
	if errors.Is(err, service.ErrLost) && ctx.Err() == nil {
		predictions, err = w.decodeScores(ctx, t, c, uses) // in a fresh process
	}
	if err != nil {
		return result, nil, err
	}
	result.Status = store.OK
	result.PredictSeconds = t.seconds*float64(len(uses))/float64(len(t.problems)) + time.Since(start).Seconds()
	return result, predictions, nil
}

// tally sums what a cell's problems cost; its error is that of the first
// problem that failed.
func (t *training) tally(r *store.Result, uses []plan.Use) error {
	objective, known := 0.0, true
	for _, u := range uses {
		o := t.outcomes[u.Problem]
		if o.Err != nil {
			return o.Err
		}
		r.TrainSeconds += o.Seconds
		objective += o.Fit.Objective
		known = known && o.Fit.HasObjective
		if o.Fit.Unconverged {
			r.Unconverged++
		}
	}
	if known && !math.IsInf(objective, 0) {
		r.Objective = &objective
	}
	return nil
}

// errorLimit is how much of an error is kept, in characters.
const errorLimit = 2000

func failed(r store.Result, err error) store.Result {
	r.Status, r.Error = store.Failed, printable(err.Error())
	switch {
	case errors.Is(err, service.ErrMemory):
		r.Status = store.OutOfMemory
	case errors.Is(err, context.DeadlineExceeded):
		r.Status = store.Timeout
	}
	return r
}

// printable keeps the beginning of a text from a plugin, without control
// characters that would act on a terminal.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(text, "?"))
	if runes := []rune(text); len(runes) > errorLimit {
		return string(runes[:errorLimit]) + "…"
	}
	return text
}

func (w *worker) decodeScores(ctx context.Context, t *training, c prepare.Cell, uses []plan.Use) (*store.Predictions, error) {
	reducer, err := w.plugins.Plugin(ctx, w.slot, contract.KindReducer, c.Reduction.Component.Name)
	if err != nil {
		return nil, err
	}
	file := func(name string) string { return filepath.Join(t.dir, name+".npy") }
	call := service.DecodeCall{
		Component: service.ComponentRef{Kind: contract.KindReducer, Name: c.Reduction.Component.Name, Config: c.Reduction.Config},
		State:     c.Stage.State, Kind: t.item.Learner.Capabilities.Scores,
		Scores: file("cell"), ClassScores: file("class"), Probabilities: file("probabilities"), Predictions: file("predictions"),
	}
	if call.Kind == contract.Probability {
		call.Kind = contract.LogOdds
	}
	rows, cols, scores := t.assemble(uses)
	if err := matrix.WriteFloat64(call.Scores, rows, cols, scores); err != nil {
		return nil, &scratchError{err}
	}
	probabilities, err := reducer.Decode(ctx, call)
	if err != nil {
		return nil, t.blame(err, t.testN*(2*len(t.block.Dataset.Table.Classes)+1)) // scores, probabilities and predictions
	}
	return t.readDecoded(call, probabilities)
}

// assemble puts the columns of a cell side by side.
func (t *training) assemble(uses []plan.Use) (rows, cols int, scores []float64) {
	if len(uses) == 1 && t.outcomes[uses[0].Problem].width > 1 {
		o := t.outcomes[uses[0].Problem]
		return t.testN, o.width, o.scores
	}
	scores = make([]float64, t.testN*len(uses))
	for l, u := range uses {
		for i, s := range t.outcomes[u.Problem].scores {
			if u.Mirrored {
				s = -s
			}
			scores[i*len(uses)+l] = s
		}
	}
	return t.testN, len(uses), scores
}

// readDecoded checks what a reducer wrote and puts it in the order of row ids.
func (t *training) readDecoded(call service.DecodeCall, withProbabilities bool) (*store.Predictions, error) {
	k := len(t.block.Dataset.Table.Classes)
	scores, err := readTable(call.ClassScores, t.testN, k)
	if err != nil {
		return nil, err
	}
	var probabilities []float64
	if withProbabilities {
		if probabilities, err = readTable(call.Probabilities, t.testN, k); err != nil {
			return nil, err
		}
	}
	predicted, err := matrix.ReadInt32(call.Predictions)
	if err != nil {
		return nil, err
	}
	if len(predicted) != t.testN {
		return nil, fmt.Errorf("the reducer wrote %d predictions for %d rows", len(predicted), t.testN)
	}
	for _, c := range predicted {
		if c < 0 || int(c) >= k {
			return nil, fmt.Errorf("the reducer predicted class number %d of %d", c, k)
		}
	}
	return t.sorted(k, predicted, scores, probabilities), nil
}

func readTable(path string, rows, cols int) ([]float64, error) {
	values, r, c, err := matrix.ReadFloat64(path)
	if err != nil {
		return nil, err
	}
	if r != rows || c != cols {
		return nil, fmt.Errorf("the reducer wrote %d × %d values where %d × %d were asked for", r, c, rows, cols)
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("the reducer's value for test row %d is %v", i/cols, v)
		}
	}
	return values, nil
}

func (t *training) sorted(k int, predicted []int32, scores, probabilities []float64) *store.Predictions {
	var ids, truth []int
	for _, r := range t.test {
		for at := r.Start; at < r.End; at++ {
			ids = append(ids, t.block.rows[at])
			truth = append(truth, r.Class)
		}
	}
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return ids[a] - ids[b] })
	p := &store.Predictions{Classes: k}
	for _, i := range order {
		p.Rows = append(p.Rows, ids[i])
		p.Truth = append(p.Truth, truth[i])
		p.Predicted = append(p.Predicted, int(predicted[i]))
		p.Scores = append(p.Scores, scores[i*k:(i+1)*k]...)
		if probabilities != nil {
			p.Probabilities = append(p.Probabilities, probabilities[i*k:(i+1)*k]...)
		}
	}
	return p
}
