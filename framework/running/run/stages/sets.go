package stages

import (
	"context"
	"errors"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// calibrating returns the class probabilities of the training rows, as scores, by models of inner
// folds that were not trained on them, where they calibrate prediction sets. Without them the
// cell is whole; then why says why there are none. The error is the run's, or the cell's end.
func (c *Cell) calibrating(ctx context.Context) (folded *store.Predictions, why string, err error) {
	folds := c.t.Fold.Block.CalibratesSets()
	if folds == 0 || c.NoProbabilities || c.t.Fold.Block.Dataset.Table.Target.MultiLabel {
		return nil, "", nil
	}
	out, err := c.foldedOnce(ctx, folds)
	switch {
	case fault.OfRun(err) || err != nil && ctx.Err() != nil:
		return nil, "", err
	case err != nil:
		return nil, err.Error(), nil
	case out.Top != nil:
		return nil, out.NeedsAll("a prediction set").Error(), nil
	case out.Probabilities == nil:
		return nil, "", nil // nor have test rows any
	}
	out.Calibrate(c.calibration, c.Reduction.Host.Calibration.Chooses())
	out.Scores, out.Probabilities = out.Probabilities, nil
	return out.Predictions(c.t.Fold.Block, rows.NewSet(rows.Sample, c.t.Fold.Features, c.t.Fold.Train)), "", nil
}

// foldedOnce decodes the training rows out of inner folds, unless the cell cannot have that.
func (c *Cell) foldedOnce(ctx context.Context, folds int) (OutOfFold, error) {
	switch {
	case !c.Stage.Single():
		return OutOfFold{}, errors.New("the reduction trains in several stages, or another learner; only " +
			`rows = "test" calibrates it`)
	case c.Reduction.Host.Corrects():
		return OutOfFold{}, errors.New("its probabilities are for other priors than those of the training rows")
	case c.LeavesOneOut():
		return OutOfFold{}, errors.New("the rows are tested by models that leave one out")
	}
	return c.OutOfFold(ctx, folds)
}
