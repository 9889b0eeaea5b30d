package sdktest

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/contract"
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
func (r *reducer) follow(t *trial, stage contract.Stage, of truth) walk {
	var taken []contract.Stage
	later := 0
	for {
		t.must(r.checkStage(stage, of.k))
		taken = append(taken, stage)
		if !stage.Asks() {
			return arrived(t, taken, stage.State, of)
		}
		var next contract.Stage
		var done bool
		t.try(fmt.Sprintf("after stage %d", len(taken)), func() { next, done = r.next(t, taken, of) })
		if done {
			return arrived(t, taken, next.State, of)
		}
		if later += next.Fits(); later > taken[0].Later {
			t.fail("its later stages train more than the %d problems, inner folds counted, that the first announced",
				taken[0].Later)
		}
		if next.Problems() == 0 {
			t.fail("stage %d trains nothing, which only a first stage may", len(taken)+1)
		}
		stage = next
	}
}

// arrived joins the perfect scores of all stages.
func arrived(t *trial, taken []contract.Stage, state []byte, of truth) walk {
	var scores []contract.Matrix
	for _, s := range taken {
		scores = append(scores, of.perfect(s))
	}
	w := walk{state: state, truth: of, perfect: sideBySide(of.rows(), scores)}
	if w.perfect.Cols == 0 {
		t.fail("its stages train nothing")
	}
	return w
}

// next asks for the stage after those that were taken.
func (r *reducer) next(t *trial, taken []contract.Stage, of truth) (next contract.Stage, done bool) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	last := taken[len(taken)-1]
	call := service.NextCall{Component: r.ref(), State: last.State, Counts: of.counts(), Seed: 1,
		Targets: filepath.Join(dir, "targets.npy")}
	t.must(of.write(dir, &call))
	if outputs := of.invented(taken); outputs.Cols > 0 {
		call.Outputs, call.Kind = filepath.Join(dir, "outputs.npy"), r.kind()
		t.must(matrix.WriteFloat64(call.Outputs, outputs.Rows, outputs.Cols, outputs.Data))
	}
	var err error
	if last.Features {
		call.Features, err = writeFeatures(dir, draw(of.k, rowsOfClass, 5).x)
		t.must(err)
		call.Rows = service.RowSet{Ranges: of.ranges()}
	}
	next, done, err = t.plugin().Next(t.ctx, call)
	t.must(err)
	if done || next.Targets.Cols == 0 {
		return next, done
	}
	targets, err := readTable(call.Targets, of.rows(), next.Targets.Cols)
	if err != nil {
		t.fail("targets: %w", err)
	}
	if next.Targets.Rows != targets.Rows {
		t.fail("it has targets for %d rows where there are %d", next.Targets.Rows, targets.Rows)
	}
	next.Targets = targets
	return next, false
}

// kind is a kind of score that the reduction takes: margins if it can.
func (r *reducer) kind() contract.ScoreKind {
	if r.caps.Takes(contract.Margin) {
		return contract.Margin
	}
	return contract.LogOdds
}
