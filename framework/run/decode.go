package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// decode takes a cell through its stages and turns the scores of all of them into
// its result, which holds what is known even if there is an error. Seconds are
// those of the test rows.
func (w *worker) decode(ctx context.Context, t *training, cell prepare.Cell, place int) (result store.Result, out store.Output, err error) {
	c, err := w.follow(ctx, t, cell, place)
	defer c.close()
	result.TrainRows = countRows(t.rows)
	if t.test != nil {
		result.TestRows = t.test.rows
	}
	scoring := c.tally(&result)
	if err != nil {
		return result, out, err
	}
	start := time.Now()
	test, err := c.decodePart(ctx, tested)
	if err != nil {
		return result, out, err
	}
	result.PredictSeconds = scoring + time.Since(start).Seconds()
	out.Test = t.predictions(t.test, test)
	code := c.code()
	if out.Binary, err = c.diagnosis(code, test.predicted); err != nil {
		return result, store.Output{}, err
	}
	if code.Columns() != cell.Stage.Code.Columns() {
		out.Code = code
	}
	if t.train != nil {
		train, err := c.decodePart(ctx, trained)
		if err != nil {
			return result, store.Output{}, err
		}
		out.Train = t.predictions(t.train, train)
	}
	if out.Regions, err = c.regions(ctx); err != nil {
		return result, store.Output{}, err
	}
	result.Status = store.OK
	return result, out, nil
}

// errorLimit is how much of an error is kept, in characters.
const errorLimit = 2000

func failed(r store.Result, err error) store.Result {
	r.Status, r.Error = store.Failed, wording.Harmless(err.Error(), errorLimit)
	switch {
	case errors.Is(err, service.ErrMemory):
		r.Status = store.OutOfMemory
	case errors.Is(err, context.DeadlineExceeded):
		r.Status = store.Timeout
	}
	return r
}

// decoded is what a reducer makes of the scores of a part.
type decoded struct {
	predicted     []int32   // class numbers, or of multi-label data rows × K of 1 and 0
	scores        []float64 // rows × K
	probabilities []float64 // the same, or nil
}

// decodePart decodes the scores of a part, in a fresh process if the first is
// lost.
func (c *course) decodePart(ctx context.Context, of func(*training) *part) (decoded, error) {
	ctx, cancel := c.t.limited(ctx)
	defer cancel()
	d, err := c.decodeScores(ctx, of)
	if errors.Is(err, service.ErrLost) && ctx.Err() == nil {
		first := err
		d, err = c.decodeScores(ctx, of)
		err = both(first, err)
	}
	return d, err
}

func (c *course) decodeScores(ctx context.Context, of func(*training) *part) (decoded, error) {
	t, p, w := c.t, of(c.t), c.t.worker
	reducer, err := w.plugins.Plugin(ctx, w.slot, contract.KindReducer, c.Reduction.Component.Name)
	if err != nil {
		return decoded{}, err
	}
	files, err := sealed.New(t.files.Path, "decode-")
	if err != nil {
		return decoded{}, &scratchError{err}
	}
	defer files.Close()
	file := func(name string) string { return filepath.Join(files.Path, name+".npy") }
	call := service.DecodeCall{
		Component: c.reducer(), State: c.state, Kind: c.kind(),
		ClassScores: file("class"), Probabilities: file("probabilities"), Predictions: file("predictions"),
	}
	var ok bool
	if call.Scores, ok = c.file(p); !ok {
		all := c.joined(of, func(*step) bool { return true })
		if call.Scores, err = input(files, "cell.npy", all.Rows, all.Cols, all.Data); err != nil {
			return decoded{}, err
		}
	}
	probabilities, err := reducer.Decode(ctx, call)
	k := t.block.Dataset.Table.Target.K()
	if err != nil {
		return decoded{}, t.blame(err, p.rows*3*k) // scores, probabilities and predictions
	}
	if err := t.intact(); err != nil {
		return decoded{}, err
	}
	multiLabel := t.block.Dataset.Table.Target.MultiLabel
	var d decoded
	err = service.Contained(func() (err error) {
		d, err = readDecoded(call, p, k, multiLabel, probabilities)
		return err
	})
	if err == nil && !multiLabel {
		d.withhold(unseen(t.rows, k))
	}
	return d, err
}

// file returns the file that holds the scores of all stages on a part of the item,
// if there is one.
func (c *course) file(p *part) (path string, ok bool) {
	if len(c.steps) > 1 || c.steps[0].own {
		return "", false
	}
	return c.t.file(c.steps[0].uses, p)
}

// readDecoded reads and checks what a reducer wrote for the rows of a part and k
// classes or labels.
func readDecoded(call service.DecodeCall, p *part, k int, multiLabel, withProbabilities bool) (d decoded, err error) {
	if d.scores, err = readTable(call.ClassScores, p, k); err != nil {
		return d, fmt.Errorf("the reducer's scores: %w", err)
	}
	if withProbabilities {
		if d.probabilities, err = readTable(call.Probabilities, p, k); err == nil {
			err = checkProbabilities(d.probabilities, p, k, multiLabel)
		}
		if err != nil {
			return d, fmt.Errorf("the reducer's probabilities: %w", err)
		}
	}
	cols, below := 1, k
	if multiLabel {
		cols, below = k, 2
	}
	if d.predicted, err = matrix.ReadAnswer[int32](call.Predictions, p.rows, cols); err != nil {
		return d, fmt.Errorf("the reducer's predictions: %w", err)
	}
	return d, checkPredicted(d.predicted, below, multiLabel)
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
func checkProbabilities(values []float64, p *part, k int, multiLabel bool) error {
	for i := range p.rows {
		sum := 0.0
		for _, v := range values[i*k : (i+1)*k] {
			if err := checkProbability(v); err != nil {
				return fmt.Errorf("%s %d: %w", p.name, i, err)
			}
			sum += v
		}
		if !multiLabel && math.Abs(sum-1) > rounding*float64(max(k, 10)) {
			return fmt.Errorf("those of %s %d sum to %v", p.name, i, sum)
		}
	}
	return nil
}

// readTable reads finite numbers, cols for each row of a part.
func readTable(path string, p *part, cols int) ([]float64, error) {
	values, err := matrix.ReadAnswer[float64](path, p.rows, cols)
	if err != nil {
		return nil, err
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("the value for %s %d is %v", p.name, i/cols, v)
		}
	}
	return values, nil
}
