package regression

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/cgls"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// mostGram is the largest number of columns of sparse features whose scatter is computed
// and decomposed. Of more the equations are solved by iterations over the rows.
const mostGram = 1000

// byWidth is the learner: by statistics, but on wide sparse features.
type byWidth struct {
	moments.Learner
	alpha float64
}

// TrainBatch trains a batch.
func (l byWidth) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	if b.Features.CSR == nil || b.Features.Cols <= mostGram {
		return l.Learner.TrainBatch(ctx, b, done)
	}
	for number := range b.RowSets {
		w := wide{batch: b, number: number, alpha: l.alpha, report: rowset.InTurn(done)}
		if err := w.train(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// wide is the problems over one row set of wide sparse features.
type wide struct {
	batch  contract.Batch
	number int
	alpha  float64
	set    *rowset.Set
	report rowset.Report
}

// group is problems over the same rows.
type group struct {
	rows     []int32 // of the row set
	weights  []float64
	problems []int
	targets  [][]float64 // of one problem after the other: of a multiclass one an indicator of each class
}

// train trains the groups: side by side if there are many, else each in many threads.
func (w *wide) train(ctx context.Context) error {
	problems := rowset.Problems(w.batch, w.number)
	if len(problems) == 0 {
		return nil
	}
	var err error
	if w.set, err = rowset.Open(w.batch, w.number); err != nil {
		return w.report.Failed(ctx, problems, err)
	}
	groups := w.groups(problems)
	side, each := 1, max(w.batch.Threads, 1)
	if len(groups) >= each {
		side, each = each, 1
	}
	return rowset.Each(side, len(groups), func(k int) error {
		g := groups[k]
		groups[k] = nil // the rows are let go of
		return w.solve(ctx, g, each)
	})
}

// groups gathers the problems by their rows. Problems with wrong targets are reported.
func (w *wide) groups(problems []int) []*group {
	var list []*group
	byRows := map[string]*group{}
	for _, i := range problems {
		p := w.set.Problem(i)
		targets, err := outputs(p)
		if err != nil {
			w.report(i, nil, err)
			continue
		}
		key := used(w.batch.Problems[i])
		g := byRows[key]
		if g == nil {
			g = &group{rows: p.Rows, weights: p.Weights}
			byRows[key] = g
			list = append(list, g)
		}
		g.problems, g.targets = append(g.problems, i), append(g.targets, targets...)
	}
	return list
}

// used says which classes a problem uses, as text.
func used(p contract.BatchProblem) string {
	if p.Task != contract.Binary || p.Target != nil || !slices.Contains(p.Column, 0) {
		return ""
	}
	key := make([]byte, len(p.Column))
	for k, sign := range p.Column {
		if sign != 0 {
			key[k] = 1
		}
	}
	return string(key)
}

// outputs returns the targets of a problem's outputs.
func outputs(p rowset.Problem) ([][]float64, error) {
	if len(p.Rows) == 0 {
		return nil, errors.New("there are no training rows")
	}
	if p.Task != contract.Multiclass {
		return [][]float64{p.Y}, labels.CheckNumbers(p.Task, p.Y)
	}
	classes, k, err := labels.Targets(p.Task, p.Y, p.Classes)
	if err != nil {
		return nil, err
	}
	list := make([][]float64, k)
	for k := range list {
		list[k] = make([]float64, len(p.Y))
	}
	for i, k := range classes {
		list[k][i] = 1
	}
	return list, nil
}

// solve solves the equations of a group and reports its problems.
func (w *wide) solve(ctx context.Context, g *group, threads int) error {
	start := time.Now()
	rows := cgls.NewRows(w.gathered(g.rows), g.weights)
	width := min(cgls.Width(len(g.rows), w.batch.Features.Cols), (len(g.targets)+threads-1)/threads)
	chunks := slices.Collect(slices.Chunk(g.targets, width))
	results := make([][]cgls.Result, len(chunks))
	err := rowset.Each(threads, len(chunks), func(k int) (err error) {
		results[k], err = rows.Solve(ctx, chunks[k], w.alpha)
		return err
	})
	if err != nil {
		return err
	}
	all := slices.Concat(results...)
	seconds := time.Since(start).Seconds() / float64(len(all))
	for _, i := range g.problems {
		n := 1
		if p := w.batch.Problems[i]; p.Task == contract.Multiclass {
			n = p.Classes
		}
		m, err := model(all[:n])
		if all = all[n:]; err != nil {
			w.report(i, nil, err)
			continue
		}
		m.Quality.Seconds = seconds * float64(n)
		w.report(i, m, nil)
	}
	return nil
}

// gathered returns rows of the row set, scaled.
func (w *wide) gathered(rows []int32) contract.SparseMatrix {
	f, set := w.batch.Features, w.batch.RowSets[w.number]
	x := contract.SparseMatrix{Rows: len(rows), Cols: f.Cols, CSR: contract.CSR{Indptr: make([]int64, 1, len(rows)+1)}}
	next, number := 0, int32(0)
	for _, r := range set.Ranges {
		for i := r.Start; i < r.End; i, number = i+1, number+1 {
			if next == len(rows) || rows[next] != number {
				continue
			}
			next++
			x.AppendRow(f.CSR.Row(i))
		}
	}
	if set.Scale != nil {
		for at, j := range x.Indices {
			x.Data[at] /= set.Scale[j]
		}
	}
	return x
}

// model makes a model of the solutions for its outputs. It ended as the first of them
// that is not at the minimum.
func model(results []cgls.Result) (*linear.Model, error) {
	m := &linear.Model{Quality: contract.Fit{HasObjective: true, End: contract.Tolerance}}
	for _, r := range results {
		if r.Err != nil {
			return nil, r.Err
		}
		m.W, m.B = append(m.W, r.W...), append(m.B, r.B)
		m.Quality.Objective += r.Objective
		if r.End != contract.Tolerance && !m.Quality.Unconverged {
			m.Quality.End, m.Quality.Unconverged = r.End, true
		}
	}
	return m, nil
}
