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
	err = c.t.Call(ctx, contract.KindReducer, c.Reduction.Component.Name, func(reducer service.Plugin) (err error) {
		d, err = c.decodeBy(ctx, reducer, part, path)
		return err
	})
	return d, err
}

// decodeBy has a reducer decode the scores of a part.
func (c *Cell) decodeBy(
	ctx context.Context, reducer service.Reducer, part rows.Part, path string,
) (d scores.Decoded, err error) {
	t := c.t
	files, err := t.Folder("decode-")
	if err != nil {
		return d, err
	}
	defer files.Close()
	call := service.DecodeCall{Component: c.reducer(), State: c.state, Kind: c.kind(), Scores: path}.Below(files.Path)
	done, err := reducer.Decode(ctx, call)
	target := t.Fold.Block.Dataset.Table.Target
	k := target.K()
	if err != nil {
		return d, t.Cause(err, part.Count*3*k) // scores, probabilities and predictions
	}
	if err := t.Intact(); err != nil {
		return d, err
	}
	err = service.Contained(func() (err error) {
		d, err = scores.Read(call, done, part, k, target.MultiLabel)
		return err
	})
	if err == nil && !target.MultiLabel {
		d.Withhold(scores.Unseen(t.Fold.Train, k))
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
