package sdktest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// walk is where a reduction's stages lead.
type walk struct {
	state   []byte // for Decode
	truth   truth
	perfect contract.Matrix // the scores of the training rows if every model of every stage is right
}

// follow asks for one stage after the other, with outputs and features that are
// invented: nearly right scores, and points about a centre of each class. The
// later stages must not train more than the first announced.
func (r *reducer) follow(ctx context.Context, p *host.Process, stage contract.Stage, of truth) (walk, error) {
	var taken []contract.Stage
	later := 0
	for {
		if err := r.checkStage(stage, of.k); err != nil {
			return walk{}, err
		}
		taken = append(taken, stage)
		if !stage.Asks() {
			return r.arrived(taken, stage.State, of)
		}
		next, done, err := r.next(ctx, p, taken, of)
		if err != nil {
			return walk{}, fmt.Errorf("after stage %d: %w", len(taken), err)
		}
		if done {
			return r.arrived(taken, next.State, of)
		}
		if later += next.Fits(); later > taken[0].Later {
			return walk{}, fmt.Errorf("its later stages train more than the %d problems, inner folds counted, that the "+
				"first announced", taken[0].Later)
		}
		if next.Problems() == 0 {
			return walk{}, fmt.Errorf("stage %d trains nothing, which only a first stage may", len(taken)+1)
		}
		stage = next
	}
}

// arrived joins the perfect scores of all stages.
func (r *reducer) arrived(taken []contract.Stage, state []byte, of truth) (walk, error) {
	var scores []contract.Matrix
	for _, s := range taken {
		scores = append(scores, of.perfect(s))
	}
	w := walk{state: state, truth: of, perfect: sideBySide(of.rows(), scores)}
	if w.perfect.Cols == 0 {
		return w, errors.New("its stages train nothing")
	}
	return w, nil
}

// next asks for the stage after those that were taken.
func (r *reducer) next(ctx context.Context, p *host.Process, taken []contract.Stage,
	of truth) (contract.Stage, bool, error) {
	dir, err := r.folder()
	if err != nil {
		return contract.Stage{}, false, err
	}
	defer os.RemoveAll(dir)
	last := taken[len(taken)-1]
	call := service.NextCall{Component: r.ref(), State: last.State, Counts: of.counts(), Seed: 1,
		Targets: filepath.Join(dir, "targets.npy")}
	if err := of.write(dir, &call); err != nil {
		return contract.Stage{}, false, err
	}
	if outputs := of.invented(taken); outputs.Cols > 0 {
		call.Outputs, call.Kind = filepath.Join(dir, "outputs.npy"), r.kind()
		if err := matrix.WriteFloat64(call.Outputs, outputs.Rows, outputs.Cols, outputs.Data); err != nil {
			return contract.Stage{}, false, err
		}
	}
	if last.Features {
		s := draw(of.k, rowsOfClass, 5)
		if call.Features, err = writeFeatures(dir, s.x); err != nil {
			return contract.Stage{}, false, err
		}
		call.Rows = service.RowSet{Ranges: of.ranges()}
	}
	next, done, err := p.Next(ctx, call)
	if err != nil || done || next.Targets.Cols == 0 {
		return next, done, err
	}
	targets, err := readTable(call.Targets, of.rows(), next.Targets.Cols)
	if err != nil {
		return next, false, fmt.Errorf("targets: %w", err)
	}
	if next.Targets.Rows != targets.Rows {
		return next, false, fmt.Errorf("it has targets for %d rows where there are %d", next.Targets.Rows, targets.Rows)
	}
	next.Targets = targets
	return next, false, nil
}

// kind is a kind of score that the reduction takes: margins if it can.
func (r *reducer) kind() contract.ScoreKind {
	if r.caps.Takes(contract.Margin) {
		return contract.Margin
	}
	return contract.LogOdds
}
