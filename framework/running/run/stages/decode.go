package stages

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
)

// decodeMatrix decodes scores of the rows of a part.
func (c *Cell) decodeMatrix(ctx context.Context, part rows.Part, all contract.Matrix) (d scores.Decoded, err error) {
	files, err := c.t.Folder("scores-")
	if err != nil {
		return d, err
	}
	defer files.Close()
	path, err := rows.Write(files, "cell.npy", all.Rows, all.Cols, all.Data)
	if err != nil {
		return d, err
	}
	return c.decodeFile(ctx, part, path)
}

// decodeFile decodes the scores of a part that stand in a file, in a fresh process if the
// first is lost.
func (c *Cell) decodeFile(ctx context.Context, part rows.Part, path string) (d scores.Decoded, err error) {
	call := service.DecodeCall{Component: c.reducer(), State: c.state, Kind: c.kind(), Scores: path}
	err = c.t.Call(ctx, contract.KindReducer, c.Reduction.Component.Name, func(reducer service.Plugin) error {
		return c.decodeBy(ctx, reducer, part, call, func(call service.DecodeCall, done service.Decoded) (err error) {
			d, err = c.readDecoded(call, done, part)
			return err
		})
	})
	return d, err
}

// decodeBy makes a call, and has what the reducer has written for a part read.
func (c *Cell) decodeBy(
	ctx context.Context, reducer service.Reducer, part rows.Part, call service.DecodeCall,
	read func(service.DecodeCall, service.Decoded) error,
) error {
	files, err := c.t.Folder("decode-")
	if err != nil {
		return err
	}
	defer files.Close()
	call = call.Below(files.Path)
	done, err := reducer.Decode(ctx, call)
	if err != nil {
		k := c.t.Fold.Block.Dataset.Table.Target.K()
		return c.t.Cause(err, part.Count*3*k) // scores, probabilities and predictions
	}
	if err := c.t.Intact(); err != nil {
		return err
	}
	return service.Contained(func() error { return read(call, done) })
}

// readDecoded reads what a reducer has made of the rows of a part.
func (c *Cell) readDecoded(
	call service.DecodeCall, done service.Decoded, part rows.Part,
) (d scores.Decoded, err error) {
	target := c.t.Fold.Block.Dataset.Table.Target
	if d, err = scores.Read(call, done, part, target.K(), target.MultiLabel); err == nil && !target.MultiLabel {
		d.Withhold(scores.Unseen(c.t.Fold.Train, target.K()))
	}
	return d, err
}

// kind is what the scores of the last stage that has any are.
func (c *Cell) kind() (kind contract.ScoreKind) {
	for _, s := range c.stages {
		if used(s) {
			kind = s.kind()
		}
	}
	return kind
}

// settle does with what the reducer made of some rows what the reduction block asks bench for,
// except for what all rows of a set are predicted together by.
func (c *Cell) settle(d *scores.Decoded, ranges []contract.Range) error {
	d.Calibrate(c.calibration, c.Reduction.Host.Calibration.Chooses())
	if c.Reduction.Host.Together() {
		return nil
	}
	return c.decide(d, ranges)
}
