package sdk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (a *adapter) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) (err error) {
	defer recovered(&err)
	ref := service.ComponentRef{Kind: contract.KindLearner, Name: call.Component, Config: call.Config}
	learner, err := built(a, ref, contract.Component.Learner)
	if err != nil {
		return err
	}
	features, closeFeatures, err := openFeatures(call.Features)
	if err != nil {
		return err
	}
	defer closeFeatures()
	if err := a.takes(call, features); err != nil {
		return err
	}
	batch, err := openBatch(call, features)
	if err != nil {
		return err
	}
	memory := a.take(call)
	defer a.leave(call.Component, &memory)
	if !call.Isolated {
		batch.Kept = &memory
	}
	err = trainAll(ctx, learner, batch, func(i int, m contract.Model, err error, seconds float64) {
		if err != nil && ctx.Err() != nil {
			return // the end of the call, not the problem's fault
		}
		done(a.keep(batch, i, m, err, seconds))
	})
	if large(features) {
		debug.FreeOSMemory() // what training leaves behind would stay while rows are scored
	}
	return cmp.Or(err, ctx.Err())
}

// trainAll trains a batch: at once if the learner can, else one problem after the other.
func trainAll(
	ctx context.Context, learner contract.Learner, batch contract.Batch,
	report func(problem int, m contract.Model, err error, seconds float64),
) error {
	b, ok := learner.(contract.BatchLearner)
	if !ok {
		return singly{batch.InFull(), learner, report}.train(ctx)
	}
	last := time.Now()
	return b.TrainBatch(ctx, batch, func(i int, m contract.Model, err error) {
		now := time.Now()
		report(i, m, err, now.Sub(last).Seconds())
		last = now
	})
}

// large reports whether features take up so much, 64 MiB, that what a learner makes of them
// is worth the time that giving it back takes.
func large(f contract.Features) bool {
	values := len(f.Dense)
	if f.CSR != nil {
		values = len(f.CSR.Data)
	}
	return values >= blockValues
}

// takes refuses sparse features for a learner that did not ask for them.
func (a *adapter) takes(call service.TrainCall, f contract.Features) error {
	if f.CSR == nil {
		return nil
	}
	c, err := a.component(contract.KindLearner, call.Component)
	if err != nil {
		return err
	}
	if !c.Under(call.Config).Has(contract.TakesSparse) {
		return fmt.Errorf("the features are sparse, which learner %q does not take", call.Component)
	}
	return nil
}

func openBatch(call service.TrainCall, features contract.Features) (contract.Batch, error) {
	batch := contract.Batch{Features: features, Threads: max(call.Threads, 1), LeaveOneOut: call.LeaveOneOut}
	for _, s := range call.RowSets {
		set, err := openRowSet(s, features)
		if err != nil {
			return batch, err
		}
		batch.RowSets = append(batch.RowSets, set)
	}
	for _, p := range call.Problems {
		problem, err := openProblem(p, batch.RowSets)
		if err != nil {
			return batch, err
		}
		batch.Problems = append(batch.Problems, problem)
	}
	return batch, nil
}

func openProblem(p service.Problem, sets []contract.RowSet) (contract.BatchProblem, error) {
	out := contract.BatchProblem{RowSet: p.RowSet, Task: p.Task, Column: p.Column, Classes: p.Classes, Seed: p.Seed}
	if p.RowSet < 0 || p.RowSet >= len(sets) {
		return out, fmt.Errorf("a problem names row set %d of %d", p.RowSet, len(sets))
	}
	set := sets[p.RowSet]
	if p.Target != "" {
		target, err := readVector(p.Target)
		if err != nil {
			return out, err
		}
		if len(target) != contract.CountRows(set.Ranges) {
			return out, fmt.Errorf("%s: %d targets for %d rows", p.Target, len(target), contract.CountRows(set.Ranges))
		}
		out.Target = target
		return out, checkTarget(out)
	}
	if len(p.Positives) > 0 {
		out.Positives = p.Positives
		return out, checkPositives(out, contract.CountRows(set.Ranges))
	}
	if p.Task == contract.Regression {
		return out, fmt.Errorf("a regression problem comes without targets")
	}
	for _, r := range set.Ranges {
		if p.Task == contract.Binary && r.Class >= len(p.Column) {
			return out, fmt.Errorf("a code column of %d classes meets rows of class %d", len(p.Column), r.Class)
		}
		if p.Task == contract.Multiclass && r.Class >= p.Classes {
			return out, fmt.Errorf("a problem of %d classes meets rows of class %d", p.Classes, r.Class)
		}
	}
	return out, nil
}

// checkPositives refuses lists that are not some of n rows in their order.
func checkPositives(p contract.BatchProblem, n int) error {
	if p.Task != contract.Binary {
		return fmt.Errorf("the rows of +1 are listed of a %s problem", p.Task)
	}
	last := int32(-1)
	for _, row := range p.Positives {
		if row <= last || int(row) >= n {
			return fmt.Errorf("after row %d of %d comes %d in the list of the rows of +1", last, n, row)
		}
		last = row
	}
	return nil
}

// checkTarget refuses targets that are not valid for a problem's task.
func checkTarget(p contract.BatchProblem) error {
	for i, y := range p.Target {
		sign, whole := y == 1 || y == -1, y == math.Trunc(y) && y >= 0 && y < float64(p.Classes)
		if y-y != 0 || p.Task == contract.Binary && !sign || p.Task == contract.Multiclass && !whole {
			return fmt.Errorf("the target %v of training row %d is not valid for a %s problem", y, i, p.Task)
		}
	}
	return nil
}

// keep stores a trained model and turns the outcome into an answer.
func (a *adapter) keep(batch contract.Batch, i int, m contract.Model, err error, seconds float64) service.Trained {
	t := service.Trained{Problem: i, Err: err, Seconds: seconds}
	if err != nil {
		return t
	}
	problem := batch.Problems[i]
	set := batch.RowSets[problem.RowSet]
	stored := storedModel{model: m, width: 1, shift: set.Shift, scale: set.Scale, threads: batch.Threads}
	if problem.Task == contract.Multiclass {
		stored.width = problem.Classes
	}
	if f, ok := m.(contract.Fitted); ok {
		t.Fit = f.Fit()
		if t.Fit.Seconds > 0 {
			t.Seconds = t.Fit.Seconds
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.serial++
	t.Model = strconv.Itoa(a.serial)
	a.models[t.Model] = stored
	return t
}

// singly is a batch for a plain learner, which gets one problem after the other.
type singly struct {
	contract.Batch
	learner contract.Learner
	report  func(problem int, m contract.Model, err error, seconds float64)
}

// train trains the batch. Consecutive problems over the same rows share the
// gathered matrix and the time that it takes.
func (b singly) train(ctx context.Context) error {
	for from := 0; from < len(b.Problems); {
		used, to := b.used(from), from+1
		for to < len(b.Problems) && b.Problems[to].RowSet == b.Problems[from].RowSet && slices.Equal(b.used(to), used) {
			to++
		}
		if err := b.trainAlike(ctx, from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// used returns the ranges of a problem's rows.
func (b singly) used(problem int) []contract.Range {
	p := b.Problems[problem]
	return usedRanges(p, b.RowSets[p.RowSet])
}

// trainAlike trains the problems from … to−1, which use the same rows.
func (b singly) trainAlike(ctx context.Context, from, to int) error {
	used, s := b.used(from), b.RowSets[b.Problems[from].RowSet]
	start := time.Now()
	train, forget, failure := b.trainer(used, s)
	defer forget()
	gathering := time.Since(start).Seconds() / float64(to-from)
	for i := from; i < to; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if failure != nil {
			b.report(i, nil, failure, gathering)
			continue
		}
		p, start := b.Problems[i], time.Now()
		m, err := train(ctx, contract.Problem{
			Task: p.Task, Y: targets(p, used), Weights: usedWeights(p, s), Classes: p.Classes, Seed: p.Seed,
			Columns: b.Features.Columns,
		})
		b.report(i, m, err, gathering+time.Since(start).Seconds())
	}
	return nil
}

// trainer returns what trains a problem on some rows, in the form that the learner takes, and what gives up the rows.
func (b singly) trainer(used []contract.Range, s contract.RowSet) (
	train func(context.Context, contract.Problem) (contract.Model, error), forget func(), err error) {
	forget = func() {}
	learner, sparse := b.learner.(contract.SparseLearner)
	if sparse && b.Features.CSR != nil {
		x := *b.Features.Gather(contract.RowSet{Ranges: used, Scale: s.Scale}).Sparse
		return func(ctx context.Context, p contract.Problem) (m contract.Model, err error) {
			defer recovered(&err)
			p.X = contract.Matrix{Rows: x.Rows, Cols: x.Cols}
			return learner.TrainSparse(ctx, p, x)
		}, forget, nil
	}
	if err := checkDense(b.Features, used); err != nil {
		return nil, forget, err
	}
	seen := contract.RowSet{Ranges: used, Shift: s.Shift, Scale: s.Scale}
	var x contract.Matrix
	if _, forgets := b.learner.(contract.Forgetful); forgets && b.Features.CSR == nil {
		x = b.Features.GatherInto(mapped.Make[float64](contract.CountRows(used)*b.Features.Cols, 1), seen)
		forget = func() { mapped.Free(x.Data) }
	} else {
		x = gather(b.Features, seen)
	}
	return func(ctx context.Context, p contract.Problem) (m contract.Model, err error) {
		defer recovered(&err)
		p.X = x
		return b.learner.Train(ctx, p)
	}, forget, nil
}

// mostUnpacked bounds the values of sparse rows that a plain learner gets as
// dense ones: 1 GiB of float64.
const mostUnpacked = 1 << 30 / 8

// checkDense refuses sparse rows that would take too much room as dense ones.
func checkDense(f contract.Features, used []contract.Range) error {
	if rows := contract.CountRows(used); f.CSR != nil && float64(rows)*float64(f.Cols) > mostUnpacked {
		return fmt.Errorf("%d rows of %d features are too many to be unpacked", rows, f.Cols)
	}
	return nil
}

// usedRanges leaves out the ranges whose class has a 0 in the code column.
func usedRanges(p contract.BatchProblem, s contract.RowSet) []contract.Range {
	if p.Target != nil || p.Task != contract.Binary {
		return s.Ranges
	}
	var used []contract.Range
	for _, r := range s.Ranges {
		if p.Column[r.Class] != 0 {
			used = append(used, r)
		}
	}
	return used
}

func usedWeights(p contract.BatchProblem, s contract.RowSet) []float64 {
	if s.Weights == nil || p.Target != nil || p.Task != contract.Binary {
		return s.Weights
	}
	var used []float64
	at := 0
	for _, r := range s.Ranges {
		n := r.End - r.Start
		if p.Column[r.Class] != 0 {
			used = append(used, s.Weights[at:at+n]...)
		}
		at += n
	}
	return used
}

func targets(p contract.BatchProblem, used []contract.Range) []float64 {
	if p.Target != nil {
		return p.Target
	}
	y := make([]float64, 0, contract.CountRows(used))
	for _, r := range used {
		for range r.End - r.Start {
			y = append(y, p.TargetOf(r.Class, 0))
		}
	}
	return y
}

func (a *adapter) Forget(_ context.Context, models []string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var err error
	for _, m := range models {
		if remote, ok := a.models[m].model.(contract.RemoteModel); ok {
			err = errors.Join(err, remote.Forget())
		}
		delete(a.models, m)
	}
	return err
}
