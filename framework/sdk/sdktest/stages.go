package sdktest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// walk is where a reduction's stages lead.
type walk struct {
	state   []byte          // for Decode
	perfect contract.Matrix // the scores of a row of each class if every model of every stage is right
}

// rowsOfClass is how many training rows a class has while stages are walked.
const rowsOfClass = 12

// follow asks for one stage after the other, with outputs and features that are
// invented: nearly right scores, and points about a centre of each class. The
// later stages must not train more than the first announced.
func (r *reducer) follow(ctx context.Context, p *host.Process, stage contract.Stage, classes int) (walk, error) {
	var taken []contract.Stage
	later := 0
	for {
		if err := r.checkStage(stage, classes); err != nil {
			return walk{}, err
		}
		taken = append(taken, stage)
		if !stage.Asks() {
			return r.arrived(taken, stage.State, classes)
		}
		next, done, err := r.next(ctx, p, taken, classes)
		if err != nil {
			return walk{}, fmt.Errorf("after stage %d: %w", len(taken), err)
		}
		if done {
			return r.arrived(taken, next.State, classes)
		}
		if later += next.Fits(); later > taken[0].Later {
			return walk{}, fmt.Errorf("its later stages train more than the %d problems, inner folds counted, that the first announced", taken[0].Later)
		}
		if next.Problems() == 0 {
			return walk{}, fmt.Errorf("stage %d trains nothing, which only a first stage may", len(taken)+1)
		}
		stage = next
	}
}

// arrived joins the perfect scores of all stages.
func (r *reducer) arrived(taken []contract.Stage, state []byte, classes int) (walk, error) {
	var scores []contract.Matrix
	for _, s := range taken {
		scores = append(scores, perfect(s, classes))
	}
	w := walk{state: state, perfect: sideBySide(classes, scores)}
	if w.perfect.Cols == 0 {
		return w, errors.New("its stages train nothing")
	}
	return w, nil
}

func sideBySide(rows int, parts []contract.Matrix) contract.Matrix {
	out := contract.Matrix{Rows: rows}
	for _, p := range parts {
		out.Cols += p.Cols
	}
	for i := range rows {
		for _, p := range parts {
			out.Data = append(out.Data, p.Row(i)...)
		}
	}
	return out
}

// next asks for the stage after those that were taken.
func (r *reducer) next(ctx context.Context, p *host.Process, taken []contract.Stage, classes int) (contract.Stage, bool, error) {
	dir, err := r.folder()
	if err != nil {
		return contract.Stage{}, false, err
	}
	defer os.RemoveAll(dir)
	last := taken[len(taken)-1]
	call := service.NextCall{
		Component: r.ref(), State: last.State, Classes: filepath.Join(dir, "classes.npy"),
		Counts: slices.Repeat([]int{rowsOfClass}, classes), Seed: 1,
	}
	numbers := make([]int32, 0, classes*rowsOfClass)
	ranges := make([]contract.Range, classes)
	for k := range classes {
		numbers = append(numbers, slices.Repeat([]int32{int32(k)}, rowsOfClass)...)
		ranges[k] = contract.Range{Start: k * rowsOfClass, End: (k + 1) * rowsOfClass, Class: k}
	}
	if err := matrix.WriteInt32(call.Classes, len(numbers), 0, numbers); err != nil {
		return contract.Stage{}, false, err
	}
	if outputs := invented(taken, classes); outputs.Cols > 0 {
		call.Outputs, call.Kind = filepath.Join(dir, "outputs.npy"), r.kind()
		if err := matrix.WriteFloat64(call.Outputs, outputs.Rows, outputs.Cols, outputs.Data); err != nil {
			return contract.Stage{}, false, err
		}
	}
	if last.Features {
		s := draw(classes, rowsOfClass, 5)
		if call.Features, err = writeFeatures(dir, s.x); err != nil {
			return contract.Stage{}, false, err
		}
		call.Rows = service.RowSet{Ranges: ranges}
	}
	return p.Next(ctx, call)
}

// invented returns scores of training rows for the stages that asked for some:
// those of right models with some noise.
func invented(taken []contract.Stage, classes int) contract.Matrix {
	random := rand.New(rand.NewPCG(uint64(classes), uint64(len(taken))))
	var parts []contract.Matrix
	for _, s := range taken {
		if !s.WantsScores() {
			continue
		}
		right := perfect(s, classes)
		m := contract.Matrix{Rows: classes * rowsOfClass, Cols: right.Cols}
		for i := range m.Rows {
			for _, v := range right.Row(i / rowsOfClass) {
				m.Data = append(m.Data, v+2*random.NormFloat64())
			}
		}
		parts = append(parts, m)
	}
	return sideBySide(classes*rowsOfClass, parts)
}

// kind is a kind of score that the reduction takes: margins if it can.
func (r *reducer) kind() contract.ScoreKind {
	if r.caps.Takes(contract.Margin) {
		return contract.Margin
	}
	return contract.LogOdds
}
