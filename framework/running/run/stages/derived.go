package stages

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// overStages returns a block whose features are the inputs of a stage that sees
// what the stages before it make of a row.
func (c *Cell) overStages(ctx context.Context, s *stage) (*rows.Block, error) {
	files, err := sealed.New(c.t.Scratch, "stage-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	d, err := c.derive(ctx, s, files)
	if err != nil {
		files.Close()
		return nil, err
	}
	return c.t.Fold.Over(d), nil
}

// derive gathers the inputs of a stage for all rows of the fold, and for the sets
// that are scored beside the test rows.
func (c *Cell) derive(ctx context.Context, taken *stage, files *sealed.Folder) (d *rows.Derived, err error) {
	s := taken.Stage
	fold, m := c.t.Fold, rows.NewMixer(s)
	defer func() {
		if err != nil {
			m.Close()
		}
	}()
	standard := &encode.Fitted{}
	var features service.Features
	if s.Sees(contract.Original) {
		sparse := c.learner(s).Capabilities.Has(contract.TakesSparse)
		if features, standard, err = fold.Block.Features(fold.Number, sparse, c.t.Encodes); err != nil {
			return nil, fmt.Errorf("encoding: %w", err)
		}
		if err := m.Open(features); err != nil {
			return nil, fault.Scratch(err)
		}
	}
	training, err := c.trainingInputs(ctx, s)
	if err != nil {
		return nil, err
	}
	d = rows.NewDerived(m.Columns(standard, training), m, fold.Block.Dataset.Table.Rows, files)
	d.Add(fold.Block.IDs(fold.Train), fold.Train, training)
	for _, set := range fold.Sets {
		switch {
		case s.Search != nil && set.Role != rows.Sample && c.scored(set.Role):
			c.extend(taken, d, set, features)
			if set.Role == rows.Test { // their place in the matrix of the training rows, where nobody scores them
				first := rows.Earlier{contract.Targets: taken.hypotheses[rows.Test].First()}
				d.Add(fold.Block.IDs(set.Ranges), set.Ranges, first)
			}
		case set.Role == rows.Test:
			d.Add(fold.Block.IDs(set.Ranges), set.Ranges, c.keptInputs(s, rows.Test))
		case set.Role == rows.Sample || !c.scored(set.Role): // a later stage sees no sample rows
		default:
			if err := c.deriveSet(d, s, m, set); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

// deriveSet gathers the inputs of a stage for a set of rows. The points of a grid
// are a dense matrix of their own.
func (c *Cell) deriveSet(d *rows.Derived, s contract.Stage, m *rows.Mixer, set *rows.Set) error {
	if set.Role == rows.Grid {
		m = rows.NewMixer(s)
		if err := m.Open(set.Features); err != nil {
			return fault.Scratch(err)
		}
		defer m.Close()
	}
	return d.AddSet(set, m.Mix(set.Ranges, c.keptInputs(s, set.Role)))
}
