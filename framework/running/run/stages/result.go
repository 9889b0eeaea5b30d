package stages

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
)

// Result takes a cell through its stages and turns the scores of all
// of them into its result, which holds what is known even if there is an error.
// Seconds are those of the test rows. Unless the error is the run's it is the
// cell's.
func (c *Cell) Result(ctx context.Context) (store.Result, store.Output, error) {
	defer c.Close()
	if c.err != nil {
		return store.Result{BinaryProblems: c.Problems}, store.Output{}, c.err
	}
	t := c.t
	err := c.complete(ctx)
	result := store.Result{Sizes: t.Fold.Sizes()}
	var folded *store.Predictions
	if err == nil {
		folded, result.NoSets, err = c.calibrating(ctx)
	}
	scoring := c.tally(&result)
	if err != nil {
		return result, store.Output{}, err
	}
	start := time.Now()
	test, err := c.decode(ctx, rows.Test)
	if err != nil {
		return result, store.Output{}, err
	}
	result.PredictSeconds = scoring + time.Since(start).Seconds()
	if c.stream != nil {
		result.PredictSeconds += c.stream.seconds
	}
	out, err := c.output(ctx, test)
	if err != nil {
		return result, store.Output{}, err
	}
	if test.Probabilities != nil { // of all classes
		out.Folded = folded
	}
	result.Status = store.OK
	return result, out, nil
}

// output is what is kept of a cell, given what was decoded of its test rows.
func (c *Cell) output(ctx context.Context, test scores.Decoded) (out store.Output, err error) {
	fold := c.t.Fold
	all, err := c.code()
	if err != nil {
		return out, err
	}
	out.Binary = c.diagnosis(all, test.Predicted.Class)
	out.Test = test.Predictions(fold.Block, fold.Set(rows.Test))
	first := c.Stage.Code()
	if grown, ok := all.(contract.Dense); ok && (first == nil || grown.Columns() != first.Columns()) {
		out.Code = grown
	}
	if set := fold.Set(rows.Train); set != nil {
		train, err := c.decode(ctx, rows.Train)
		if err != nil {
			return out, err
		}
		out.Train = train.Predictions(fold.Block, set)
	}
	out.Regions, err = c.regions(ctx)
	return out, err
}

// regions decodes the grid for a cell, or returns nil if that cannot be done:
// the cell is whole without, as where rows are predicted together. Its error is the run's, or its end.
func (c *Cell) regions(ctx context.Context) (*store.Regions, error) {
	if !c.scored(rows.Grid) || c.Reduction.Host.Together() {
		return nil, nil
	}
	d, err := c.decode(ctx, rows.Grid)
	switch {
	case fault.OfRun(err) || err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, nil
	}
	grid := c.t.Fold.Set(rows.Grid)
	r := *grid.Frame
	r.Predicted = d.Predicted.Class
	if s := c.stages[0]; len(c.stages) == 1 && code.OneEach(s.Code()) {
		for _, part := range c.t.Fold.Parts(grid) {
			r.Firing = append(r.Firing, scores.Firing(s.assemble(ofRole(rows.Grid), part.From, part.To()))...)
		}
	}
	return &r, nil
}

// tally sums what the stages cost. It returns the seconds of scoring; all other
// sums are in the result.
func (c *Cell) tally(r *store.Result) (scoring float64) {
	objective, known := 0.0, true
	var used service.Usage
	sized := true
	defer func() { r.Use(used) }()
	r.PeakRSSBytes = c.t.Peak
	if c.uncalibrated {
		r.Uncalibrated = 1
	}
	for _, s := range c.stages {
		if s.parts == nil {
			return 0
		}
		r.BinaryProblems += s.count()
		for t, u := range s.inOrder() {
			p := &t.Problems[u.Problem]
			if p.Err != nil {
				return 0
			}
			used.Add(p.Used)
			for _, folds := range (plan.Asked{Stage: s.Stage, Decoded: c.folded}).Inner() {
				used.Add(p.Spent[t.Folded(folds)])
			}
			if p.Constant {
				r.Constant++
				continue
			}
			if p.Uncalibrated {
				r.Uncalibrated++
			}
			r.ModelBytes += p.Bytes
			sized = sized && p.Bytes > 0
			objective += p.Fit.Objective
			known = known && p.Fit.HasObjective
			if p.Fit.Unconverged {
				r.Unconverged++
			}
			if p.Fit.End != "" {
				if r.Ends == nil {
					r.Ends = map[contract.End]int{}
				}
				r.Ends[p.Fit.End]++
			}
		}
		for _, p := range s.parts {
			r.PeakRSSBytes = max(r.PeakRSSBytes, p.t.Peak)
			if n := len(p.t.Problems); n > 0 {
				scoring += p.t.Seconds * float64(len(p.uses)) / float64(n)
			}
		}
	}
	if !sized {
		r.ModelBytes = 0
	}
	if known && !math.IsInf(objective, 0) {
		r.Objective = &objective
	}
	return scoring
}

// complete takes the cell to where it can be decoded, unless that has been done.
func (c *Cell) complete(ctx context.Context) error {
	if c.stream == nil {
		if err := c.follow(ctx); err != nil {
			return err
		}
		if c.stream != nil { // the rows were decoded while there were models
			return c.stream.err
		}
		return c.calibrate(ctx)
	}
	if err := c.t.Exceeded[c.place]; err != nil {
		return err
	}
	return cmp.Or(c.stages[0].failure(), c.stream.err)
}

// decode decodes the scores of the set of a role part by part.
func (c *Cell) decode(ctx context.Context, role rows.Role) (d scores.Decoded, err error) {
	if c.stream != nil {
		return c.stream.decoded[role], nil
	}
	ctx, cancel := c.t.Limited(ctx)
	defer cancel()
	parts := c.parts(role)
	for _, part := range parts {
		decoded, err := c.decodePart(ctx, part)
		if err != nil {
			return d, err
		}
		if err := d.Append(decoded, len(parts)); err != nil {
			return d, err
		}
	}
	if c.Reduction.Host.Together() {
		err = c.decide(&d, c.t.Fold.Set(role).Ranges)
	}
	return d, err
}

// decodePart decodes the scores of a part.
func (c *Cell) decodePart(ctx context.Context, part rows.Part) (scores.Decoded, error) {
	d, err := c.decodeMatrix(ctx, part, c.joined(part.Role, part.From, part.To(), every))
	if err != nil {
		return d, err
	}
	err = c.settle(&d, part.Ranges)
	return d, err
}
