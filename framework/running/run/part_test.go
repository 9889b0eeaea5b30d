package run

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/test/must"
)

var fourOnTrain = must.Replace(four, `metric "accuracy" {}`, "metric \"accuracy\" {}\nmetric \"accuracy\" { on = \"train\" }")

// means computes by hand what spy learns for one-vs-rest of the rows that a fold
// trains: the mean of the first feature over each class and over all others.
func means(s *setting, f int) (own, rest []float64) {
	d := s.ready.Datasets[0]
	k := len(d.Table.Target.Names)
	sums, counts := make([]float64, k), make([]float64, k)
	sum, count := 0.0, 0.0
	for id, label := range d.Table.Truth.Class {
		if d.Repeats[0].Test[id] != f {
			v := d.Table.Columns[0].Values[id]
			sums[label], counts[label] = sums[label]+v, counts[label]+1
			sum, count = sum+v, count+1
		}
	}
	for c := range k {
		own = append(own, sums[c]/counts[c])
		rest = append(rest, (sum-sums[c])/(count-counts[c]))
	}
	return own, rest
}

// largest returns the class whose score is the largest, and how many scores are
// positive, at a value of the first feature.
func largest(own, rest []float64, v float64) (best, positive int) {
	scores := make([]float64, len(own))
	for k := range own {
		scores[k] = (v-rest[k])*(v-rest[k]) - (v-own[k])*(v-own[k])
		if scores[k] > 0 {
			positive++
		}
		if scores[k] > scores[best] {
			best = k
		}
	}
	return best, positive
}

func TestTrainingRowsAreScored(t *testing.T) {
	s := open(t, fourOnTrain, true, &spy{})
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	d := s.ready.Datasets[0]
	for _, c := range s.ready.Plan.Cells {
		p := s.memory.outputs[c.Key].Train
		if p == nil || len(p.Rows) != 60 || !slices.IsSorted(p.Rows) || len(p.Scores) != 60*4 {
			t.Fatalf("%s: training predictions %+v", c.Name(), p)
		}
		own, rest := means(s, c.Fold)
		for i, id := range p.Rows {
			if d.Repeats[0].Test[id] == c.Fold || p.Truth.Class[i] != d.Table.Truth.Class[id] {
				t.Fatalf("%s: row %d of class %d is not a training row of class %d", c.Name(), id, d.Table.Truth.Class[id], p.Truth.Class[i])
			}
			if want, _ := largest(own, rest, d.Table.Columns[0].Values[id]); c.Reduction == "ova" && p.Predicted.Class[i] != want {
				t.Errorf("%s: training row %d is predicted as %d, want %d", c.Name(), id, p.Predicted.Class[i], want)
			}
		}
	}
}

// Test predictions are the same with and without training rows, but the cells
// are others: a result without training predictions does not do.
func TestTrainingRowsArePartOfIdentityWhereAskedFor(t *testing.T) {
	a, b := open(t, four, true, &spy{}), open(t, fourOnTrain, true, &spy{})
	for _, s := range []*setting{a, b} {
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range a.ready.Plan.Cells {
		p, q := a.memory.outputs[c.Key], b.memory.outputs[b.ready.Plan.Cells[i].Key]
		if c.Key == b.ready.Plan.Cells[i].Key || p.Train != nil || q.Train == nil || !reflect.DeepEqual(p.Test, q.Test) || !reflect.DeepEqual(p.Regions, q.Regions) {
			t.Errorf("cell %d: keys %s and %s, training predictions %v and %v", i, c.Key, b.ready.Plan.Cells[i].Key, p.Train != nil, q.Train != nil)
		}
	}
}

func TestOutputsDoNotDependOnWorkers(t *testing.T) {
	one, two := open(t, fourOnTrain, true, &spy{}), open(t, fourOnTrain, true, &spy{})
	if err := one.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	if err := two.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one.memory.outputs, two.memory.outputs) {
		t.Error("one and two workers recorded different outputs")
	}
}

// partial is a plugin that fails to score, or to decode, the rows of a size.
type partial struct {
	service.Plugin
	rows  int
	err   error
	times int // left; negative for always
	calls int // failed
}

func (p *partial) fail(rows int) error {
	if rows != p.rows || p.times == 0 {
		return nil
	}
	p.times--
	p.calls++
	return fmt.Errorf("no: %w", p.err)
}

func (p *partial) Score(ctx context.Context, call service.ScoreCall) (service.Scored, error) {
	if err := p.fail(rows.CountRows(call.Ranges)); err != nil {
		return service.Scored{}, err
	}
	return p.Plugin.Score(ctx, call)
}

func (p *partial) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	_, rows, _, err := matrix.ReadFloat64(call.Scores)
	if err := errors.Join(err, p.fail(rows)); err != nil {
		return service.Decoded{}, err
	}
	return p.Plugin.Decode(ctx, call)
}

// Without scores of its training rows a cell has failed, whatever its test rows.
func TestTrainingRowsThatCannotBeScoredFailTheCell(t *testing.T) {
	for times, want := range map[int]store.Status{1: store.OK, -1: store.Failed} {
		s := open(t, fourOnTrain, true, &spy{})
		s.plugins["learner/spy"] = &partial{Plugin: s.plugins["learner/spy"], rows: 60, err: service.ErrLost, times: times}
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for key, r := range s.memory.results {
			if o := s.memory.outputs[key]; r.Status != want || (o.Train != nil) != (want == store.OK) || (o.Test != nil) != (want == store.OK) {
				t.Errorf("%d failures: %s, %s", times, r.Status, r.Error)
			}
		}
	}
}

// Rows that no fold tests are training rows of every fold.
func TestRowsThatAreNeverTestedAreTrainingRows(t *testing.T) {
	s := open(t, must.Replace(fourOnTrain, "validation { folds = 4 }", `validation { method = "holdout" }`), true, &spy{})
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	test := s.ready.Datasets[0].Repeats[0].Test
	for _, c := range s.ready.Plan.Cells {
		o := s.memory.outputs[c.Key]
		if len(o.Test.Rows)+len(o.Train.Rows) != 80 || slices.ContainsFunc(o.Train.Rows, func(id int) bool { return test[id] != fold.Never }) {
			t.Errorf("%d test rows and the training rows %v", len(o.Test.Rows), o.Train.Rows)
		}
	}
}

// Many rows are scored and decoded in parts. A process that is lost over one of them costs
// nothing.
func TestManyRowsAreScoredInParts(t *testing.T) {
	const part, scored = 16_384, 40_000
	for _, lost := range []string{"learner/spy", "reduction/one_vs_rest"} {
		s := open(t, must.Replace(must.Replace(four, "folds = 4", "folds = 2"), "rows     = 80", "rows = 80000"), true, &spy{})
		p := &partial{Plugin: s.plugins[lost], rows: part, err: service.ErrLost, times: 1}
		s.plugins[lost] = p
		if err := s.run(t, 2, nil); err != nil || p.calls != 1 {
			t.Fatalf("%s: %v, %d calls over %d rows were lost", lost, err, p.calls, part)
		}
		for _, c := range s.ready.Plan.Cells {
			out := s.memory.outputs[c.Key]
			if s.memory.results[c.Key].Status != store.OK || len(out.Test.Rows) != scored || out.Binary.Rows != scored {
				t.Fatalf("%s: %+v", c.Name(), s.memory.results[c.Key])
			}
			if c.Reduction != "ova" {
				continue
			}
			own, rest := means(s, c.Fold)
			for i, id := range out.Test.Rows {
				class, _ := largest(own, rest, s.ready.Datasets[0].Table.Columns[0].Values[id])
				if out.Test.Predicted.Class[i] != class {
					t.Fatalf("row %d of fold %d is class %d, want %d", id, c.Fold, out.Test.Predicted.Class[i], class)
				}
			}
		}
	}
}
