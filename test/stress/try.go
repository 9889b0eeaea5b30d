package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// outcome is what became of a learner on a set.
type outcome struct {
	set, learner string
	took         time.Duration
	ends         map[string]int // of problems: why training ended, or how it failed
	faults       []string
}

func (o outcome) print(w io.Writer) {
	fmt.Fprintf(w, "%8.2fs %s, %s: %v\n", o.took.Seconds(), o.set, o.learner, o.ends)
	for _, f := range o.faults {
		fmt.Fprintln(w, "          FAULT:", f)
	}
}

// try trains problems of a sample in every form that the learner takes.
func (l learner) try(s sample, limit time.Duration) outcome {
	o := outcome{learner: l.name(), ends: map[string]int{}}
	start := time.Now()
	for _, f := range s.forms {
		if f.CSR != nil && !l.capabilities().Has(contract.TakesSparse) {
			continue
		}
		b := l.batch(s, f)
		results, err := l.train(b, limit)
		if err != nil {
			o.faults = append(o.faults, err.Error())
		}
		for i, r := range results {
			end, fault := judge(b, i, r)
			o.ends[end]++
			if fault != "" {
				o.faults = append(o.faults, fmt.Sprintf("problem %d, sparse %v: %s", i, f.CSR != nil, fault))
			}
		}
	}
	o.took = time.Since(start)
	return o
}

// widest bounds the coefficients of the multiclass problem.
const widest = 1 << 18

// batch is the first three problems of one-vs-rest, three of one-vs-one and the
// multiclass one, if it is not too wide.
func (l learner) batch(s sample, f contract.Features) contract.Batch {
	b := contract.Batch{Features: f, RowSets: []contract.RowSet{s.rows}, Threads: 1}
	if f.CSR != nil {
		b.RowSets[0].Shift = nil
	}
	for _, task := range l.capabilities().Tasks {
		switch task {
		case contract.Multiclass:
			if s.classes*f.Cols > widest {
				continue
			}
			b.Problems = append(b.Problems, contract.BatchProblem{Task: task, Classes: s.classes, Seed: 1})
		case contract.Binary:
			for k := range min(3, s.classes) {
				rest, pair := make([]int8, s.classes), make([]int8, s.classes)
				for j := range rest {
					rest[j] = -1
				}
				rest[k], pair[k], pair[(k+1)%s.classes] = 1, 1, -1
				b.Problems = append(b.Problems, contract.BatchProblem{Task: task, Column: rest, Classes: s.classes, Seed: 1},
					contract.BatchProblem{Task: task, Column: pair, Classes: s.classes, Seed: 2})
			}
		}
	}
	return b
}

// result is what a learner reports of a problem.
type result struct {
	model contract.Model
	err   error
}

// train gives the batch to the learner. It is an error if that does not end within
// the limit.
func (l learner) train(b contract.Batch, limit time.Duration) ([]result, error) {
	trains, err := l.Learner(contract.NewConfig(l.config))
	if err != nil {
		return nil, err
	}
	results := make([]result, len(b.Problems))
	ended := make(chan error, 1)
	go func() {
		batch, ok := trains.(contract.BatchLearner)
		if ok {
			ended <- batch.TrainBatch(context.Background(), b, func(i int, m contract.Model,
				err error) {
				results[i] = result{m, err}
			})
			return
		}
		for i := range b.Problems {
			p, x := plain(b, i)
			var m contract.Model
			var err error
			if sparse, ok := trains.(contract.SparseLearner); ok && b.Features.CSR != nil {
				m, err = sparse.TrainSparse(context.Background(), p, x)
			} else {
				m, err = trains.Train(context.Background(), p)
			}
			results[i] = result{m, err}
		}
		ended <- nil
	}()
	select {
	case err = <-ended:
		return results, err
	case <-time.After(limit):
		return nil, fmt.Errorf("does not end within %v", limit)
	}
}

// plain is a problem as a plain learner sees it; its rows stand beside it if they are
// compressed.
func plain(b contract.Batch, i int) (contract.Problem, contract.SparseMatrix) {
	p, s, d := b.Problems[i], b.RowSets[0], b.Features.Cols
	out := contract.Problem{Task: p.Task, Classes: p.Classes, Seed: p.Seed}
	x := contract.SparseMatrix{Cols: d, CSR: contract.CSR{Indptr: []int64{0}}}
	for _, r := range s.Ranges {
		y := float64(r.Class)
		if p.Task == contract.Binary {
			y = float64(p.Column[r.Class])
		}
		if p.Task == contract.Binary && y == 0 {
			continue
		}
		for row := r.Start; row < r.End; row++ {
			out.Y = append(out.Y, y)
			if csr := b.Features.CSR; csr != nil {
				for at := csr.Indptr[row]; at < csr.Indptr[row+1]; at++ {
					v := csr.Data[at]
					if s.Scale != nil {
						v /= s.Scale[csr.Indices[at]]
					}
					x.Data, x.Indices = append(x.Data, v), append(x.Indices, csr.Indices[at])
				}
				x.Rows++
				x.Indptr = append(x.Indptr, int64(len(x.Data)))
				continue
			}
			for j, v := range b.Features.Dense[row*d : (row+1)*d] {
				if s.Shift != nil {
					v -= s.Shift[j]
				}
				if s.Scale != nil {
					v /= s.Scale[j]
				}
				out.X.Data = append(out.X.Data, v)
			}
		}
	}
	out.X.Rows, out.X.Cols = len(out.Y), d
	return out, x
}

// judge says how a problem ended, and what is wrong with that.
func judge(b contract.Batch, i int, r result) (end, fault string) {
	if r.err != nil {
		if strings.Contains(r.err.Error(), "panic") {
			fault = r.err.Error()
		}
		return "error: " + r.err.Error(), fault
	}
	if r.model == nil {
		return "nothing", "no model and no error"
	}
	end = "trained"
	if f, ok := r.model.(contract.Fitted); ok {
		fit := f.Fit()
		if fit.End != "" {
			end = string(fit.End)
		}
		switch {
		case fit.HasObjective && (math.IsNaN(fit.Objective) || math.IsInf(fit.Objective, 0)):
			return end, fmt.Sprintf("the objective is %v", fit.Objective)
		case fit.Unconverged != (fit.End == contract.MaxIter || fit.End == contract.Stalled ||
			fit.End == contract.NoMinimum) && b.Problems[i].Task != contract.Binary:
			return end, fmt.Sprintf("unconverged is %v, and it ended by %q", fit.Unconverged, fit.End)
		}
	}
	return end, scores(b, i, r.model)
}

// scores says what is wrong with a model's scores of its training rows.
func scores(b contract.Batch, i int, m contract.Model) string {
	width := 1
	if b.Problems[i].Task == contract.Multiclass {
		width = b.Problems[i].Classes
	}
	f, out := b.Features, make([]float64, b.Features.Rows*width)
	if f.CSR != nil {
		if !reference.ScoreSparse(m, contract.SparseMatrix{Rows: f.Rows, Cols: f.Cols, CSR: *f.CSR}, out) {
			return "a model of sparse features that cannot score them"
		}
	} else {
		m.Score(contract.Matrix{Rows: f.Rows, Cols: f.Cols, Data: f.Dense}, out)
	}
	for row, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprintf("the score of row %d is %v", row/width, v)
		}
	}
	return ""
}
