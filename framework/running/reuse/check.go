package reuse

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/verify"
)

// checkedShare is which share of the cells that are taken is run again.
const checkedShare = 0.01

// Sample draws the cells that are run again: a hundredth, at least one. Which ones follows from the seed of the
// experiment and the keys of all cells that are offered, so that the same command draws the same.
func Sample(cells []plan.Cell, seed uint64) []plan.Cell {
	sum := sha256.New()
	sum.Write(binary.LittleEndian.AppendUint64(nil, seed))
	for _, c := range cells {
		sum.Write([]byte(c.Key + "\n"))
	}
	return verify.Draw(cells, checkedShare, binary.LittleEndian.Uint64(sum.Sum(nil)))
}

// Check runs cells of the source again and compares. The error says which cell is not equal, and how.
func (s *Source) Check(ctx context.Context, session *launch.Session, cells []plan.Cell,
	progress launch.Progress) error {
	private, err := scratch.Temporary()
	if err != nil {
		return err
	}
	defer private.Remove()
	p, err := session.Again(ctx) // the tables of what is to be run stay as they are
	if err != nil {
		return err
	}
	out := filepath.Join(private.Path, "results")
	if err := session.Sample(ctx, p, out, cells, progress); err != nil {
		return err
	}
	results, err := store.ReadIntact(out)
	if err != nil {
		return err
	}
	theirs := s.stored.Results()
	for _, c := range cells {
		now, ran := results.ByKey[c.Key]
		if !ran {
			return s.refuse(c, "it did not run to its end here")
		}
		if how := verify.Differ(s.stored.Dir, out, theirs.ByKey[c.Key], now); how != "" {
			return s.refuse(c, how)
		}
	}
	return nil
}

// refuse is the error of a source of which a cell is not what it should be.
func (s *Source) refuse(c plan.Cell, how string) error {
	return fmt.Errorf("-reuse %s: the cell %s is not what this machine computes: %s; %w", s.Path, c.Name(),
		wording.Harmless(how, 1000), errDiffers)
}
