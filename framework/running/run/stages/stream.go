package stages

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
	"github.com/manyclass/bench/framework/running/run/session"
	"github.com/manyclass/bench/framework/running/run/training"
)

// held is how many scores of a fold may be held at a time: 8 MiB.
const held = 8 << 20 / 8

// streams reports whether the scores of the cells are decoded part by part while the
// models are there: if there are too many to be held, and nothing else wants them.
func streams(t *training.Training, cells []*Cell) bool {
	total := 0
	for _, set := range t.Fold.Sets {
		if set.Role == rows.Grid || set.LeaveOneOut {
			return false
		}
		total += set.Count * len(t.Problems)
	}
	if total <= cmp.Or(t.Held, held) || !t.Streamable() {
		return false
	}
	return !slices.ContainsFunc(cells, func(c *Cell) bool {
		return c.Stage.Task() != contract.Binary || c.Stage.Asks() || c.Stage.Learner != "" ||
			c.Reduction.Host.Together() || c.calibrates()
	})
}

// sink decodes the scores of cells as they come.
type sink struct{ cells []*Cell }

// Seeks reports that reducers get all scores.
func (s *sink) Seeks() bool { return false }

// Begin takes the cells to where they are decoded.
func (s *sink) Begin(ctx context.Context) error {
	for _, c := range s.cells {
		c.stages, c.state = nil, nil
		c.stream = &streamed{decoded: map[rows.Role]scores.Decoded{}}
		if c.stream.err = c.follow(ctx); fault.OfRun(c.stream.err) {
			return c.stream.err
		}
		if all, err := c.code(); err == nil {
			c.stream.tally = c.newTally(all)
		}
	}
	return nil
}

// Take decodes a part for every cell that has no error yet. Cells with the same columns
// share the file of the scores.
func (s *sink) Take(ctx context.Context, p session.Part) error {
	var same [][]*Cell
	for _, c := range s.cells {
		if c.stream.err == nil && p.Failed {
			c.stream.err = c.stages[0].failure()
		}
		if c.stream.err != nil {
			continue
		}
		i := slices.IndexFunc(same, func(group []*Cell) bool {
			return slices.Equal(group[0].first[0].uses, c.first[0].uses)
		})
		if i < 0 {
			same = append(same, nil)
			i = len(same) - 1
		}
		same[i] = append(same[i], c)
	}
	for _, group := range same {
		if err := decodePart(ctx, p, group); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// decodePart decodes a part for cells with the same columns.
func decodePart(ctx context.Context, p session.Part, cells []*Cell) error {
	files, err := cells[0].t.Folder("scores-")
	if err != nil {
		return err
	}
	defer files.Close()
	all := p.Assemble(cells[0].first[0].uses)
	path, err := rows.Write(files, "cell.npy", all.Rows, all.Cols, all.Data)
	if err != nil {
		return err
	}
	for _, c := range cells {
		start := time.Now()
		if err := c.claimPart(ctx, p, all, path); fault.OfRun(err) || err != nil && ctx.Err() != nil {
			return err
		} else if err != nil {
			c.stream.err = err
		}
		if p.Role == rows.Test {
			c.stream.seconds += time.Since(start).Seconds()
		}
	}
	return nil
}

func (c *Cell) claimPart(ctx context.Context, p session.Part, all contract.Matrix, path string) error {
	decoded, err := c.decodeFile(ctx, p.Part, path)
	if err == nil {
		err = c.settle(&decoded, p.Ranges)
	}
	if err != nil {
		return err
	}
	if p.Role == rows.Test && c.stream.tally != nil {
		count(c.stream.tally, p.Part, all, decoded.Predicted.Class)
	}
	d := c.stream.decoded[p.Role]
	err = d.Append(decoded, len(c.t.Fold.Parts(c.t.Fold.Set(p.Role))))
	c.stream.decoded[p.Role] = d
	return err
}
