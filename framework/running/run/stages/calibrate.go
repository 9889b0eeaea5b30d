package stages

import (
	"context"
	"errors"

	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/run/training"
)

// calibrates reports whether the class probabilities of the cell are calibrated.
func (c *Cell) calibrates() bool { return c.Reduction.Host.Calibration.Method != "" }

// calibrate fits the calibration of the class probabilities to the training rows as they are
// decoded out of fold, those whose class the models have seen. Where they are too few to be
// divided, or of one class, the probabilities stay as they are. Unless the error is the run's
// it is the cell's.
func (c *Cell) calibrate(ctx context.Context) error {
	if !c.calibrates() {
		return nil
	}
	ctx, cancel := c.t.Limited(ctx)
	defer cancel()
	out, err := c.OutOfFold(ctx, experiment.CalibrationFolds)
	if few := (training.UndividedError{}); errors.As(err, &few) {
		c.uncalibrated = true
		return nil
	}
	if err != nil {
		return err
	}
	if err := out.NeedsAll("calibrate"); err != nil {
		return err
	}
	c.calibration, err = c.Reduction.Host.Calibration.Fit(out.sample())
	c.uncalibrated = err != nil // rows of one class
	return nil
}

// sample is the rows whose classes the models have seen.
func (o *OutOfFold) sample() multiclass.Sample {
	s := multiclass.Sample{K: len(o.Probabilities) / max(1, len(o.Classes))}
	for i, known := range o.Known {
		if known {
			s.Probabilities = append(s.Probabilities, o.Probabilities[i*s.K:(i+1)*s.K]...)
			s.Predicted, s.Classes = append(s.Predicted, o.Predicted.Class[i]), append(s.Classes, o.Classes[i])
		}
	}
	return s
}
