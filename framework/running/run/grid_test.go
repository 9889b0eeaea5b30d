package run

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/session"
	"github.com/manyclass/bench/test/must"
)

// The scores of spy are linear in the first feature, so that its regions are
// stripes that can be computed by hand, whatever the scaling.
func TestRegionsFollowTheLinearRule(t *testing.T) {
	for _, encoder := range []string{`"one_hot" "e" {}`, `"none" "e" {}`, `"one_hot" "e" { numeric = "minmax" }`} {
		s := open(t, must.Replace(four, `learner "spy"`, "encoder "+encoder+"\nlearner \"spy\""), true, &spy{})
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		own, rest := means(s, 0)
		for _, c := range s.ready.Plan.Cells {
			r := s.memory.outputs[c.Key].Regions
			if (r != nil) != (c.Fold == 0) {
				t.Fatalf("%s: fold %d has regions: %v", encoder, c.Fold, r != nil)
			}
			if r == nil || c.Reduction != "ova" {
				if r != nil && (r.Firing != nil || len(r.Predicted) != 100*100) {
					t.Errorf("%s: %s has %d points, firing %v", encoder, c.Reduction, len(r.Predicted), r.Firing != nil)
				}
				continue
			}
			for point := range r.Predicted {
				v := r.Low[0] + (r.High[0]-r.Low[0])*float64(point%100)/99
				class, positive := largest(own, rest, v)
				if r.Predicted[point] != class || r.Firing[point] != positive {
					t.Fatalf("%s: point %d is class %d with %d firing, want %d and %d", encoder, point, r.Predicted[point], r.Firing[point], class, positive)
				}
			}
		}
	}
}

func TestRegionsHoldTheRowsOfTheData(t *testing.T) {
	s := open(t, four, true, &spy{})
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	d := s.ready.Datasets[0]
	r := s.memory.outputs[s.ready.Plan.Cells[0].Key].Regions
	if len(r.Points) != 80 || r.Columns != [2]string{d.Table.Columns[0].Name, d.Table.Columns[1].Name} {
		t.Fatalf("%d rows, columns %v", len(r.Points), r.Columns)
	}
	for id, p := range r.Points {
		want := [2]float64{d.Table.Columns[0].Values[id], d.Table.Columns[1].Values[id]}
		if p != want || r.Classes[id] != d.Table.Truth.Class[id] || r.Test[id] != (d.Repeats[0].Test[id] == 0) {
			t.Errorf("row %d: %v, class %d, tested %v", id, p, r.Classes[id], r.Test[id])
		}
	}
}

func TestOnlyPlanesHaveRegions(t *testing.T) {
	row := func(cells ...string) string { return strings.Join(cells, ",") + "\n" }
	for name, test := range map[string]struct {
		header, a, b string
		want         bool
	}{
		"two numbers":                     {row("x", "y", "kind"), "1,2", "3,5", true},
		"three numbers":                   {row("x", "y", "z", "kind"), "1,2,3", "3,5,4", false},
		"one number":                      {row("x", "kind"), "1", "3", false},
		"two indicators and nothing else": {row("x", "kind"), "p", "q", false},
		"a word":                          {row("x", "y", "word", "kind"), "1,2,p", "3,5,p", false},
	} {
		var text strings.Builder
		text.WriteString(test.header)
		for range 6 {
			text.WriteString(row(test.a, "left") + row(test.b, "right"))
		}
		path := filepath.Join(t.TempDir(), "rows.csv")
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		s := open(t, `
experiment "planes" {}
dataset "rows" {
  file   = "`+path+`"
  target = "kind"
}
learner "spy" "spy" {}
reduction "one_vs_rest" "ova" {}
validation {
  folds   = 2
  repeats = 2
}
`, true, &spy{})
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			want := test.want && c.Repeat == 0 && c.Fold == 0
			if r, o := s.memory.results[c.Key], s.memory.outputs[c.Key]; r.Status != store.OK || (o.Regions != nil) != want {
				t.Errorf("%s: repeat %d fold %d is %s, %s, with regions: %v", name, c.Repeat, c.Fold, r.Status, r.Error, o.Regions != nil)
			}
		}
	}
}

// What goes wrong over the grid costs no cell, and no more of the pictures than
// it must.
func TestAGridThatCannotBeScoredFailsNoCell(t *testing.T) {
	for name, test := range map[string]struct {
		err      error
		times    int
		pictures bool
		most     int // calls
	}{
		"lost once":    {service.ErrLost, 1, true, 1},
		"lost always":  {service.ErrLost, -1, false, 3 * session.MostLosses},
		"error":        {errors.New("too far out"), -1, false, 3 * session.MostLosses},
		"out of time":  {context.DeadlineExceeded, -1, false, 1},
		"out of space": {service.ErrMemory, -1, false, 1},
	} {
		s := open(t, fourOnTrain, true, &spy{})
		p := &partial{Plugin: s.plugins["learner/spy"], rows: 100 * 100, err: test.err, times: test.times}
		s.plugins["learner/spy"] = p
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			r, o := s.memory.results[c.Key], s.memory.outputs[c.Key]
			if r.Status != store.OK || o.Test == nil || o.Train == nil || (o.Regions != nil) != (test.pictures && c.Fold == 0) {
				t.Errorf("%s: %s is %s, %s, with regions: %v", name, c.Name(), r.Status, r.Error, o.Regions != nil)
			}
		}
		if p.calls > test.most {
			t.Errorf("%s: %d calls failed", name, p.calls)
		}
	}
}

// claustrophobic is a spy whose models of pairs have no score for one of many
// rows.
type claustrophobic struct{ *spy }

type narrowModel struct{ contract.Model }

func (c claustrophobic) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	m, err := c.spy.Train(ctx, p)
	if len(p.Y) == 30 {
		m = narrowModel{m}
	}
	return m, err
}

func (m narrowModel) Score(x contract.Matrix, scores []float64) {
	m.Model.Score(x, scores)
	if x.Rows > 1000 {
		scores[0] = math.NaN()
	}
}

func TestScoresThatAreNoNumbersCostThePictureOfTheirCells(t *testing.T) {
	s := openWith(t, four, true, claustrophobic{&spy{}})
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		want := c.Fold == 0 && !strings.HasPrefix(c.Reduction, "ovo")
		if r, o := s.memory.results[c.Key], s.memory.outputs[c.Key]; r.Status != store.OK || (o.Regions != nil) != want {
			t.Errorf("%s is %s, %s, with regions: %v", c.Name(), r.Status, r.Error, o.Regions != nil)
		}
	}
}

func TestAGridThatCannotBeDecodedFailsNoCell(t *testing.T) {
	for times, pictures := range map[int]bool{1: true, -1: false} {
		s := open(t, four, true, &spy{})
		for _, reducer := range []string{"one_vs_rest", "one_vs_one", "ecoc"} {
			key := string(contract.KindReducer) + "/" + reducer
			s.plugins[key] = &partial{Plugin: s.plugins[key], rows: 100 * 100, err: service.ErrLost, times: times}
		}
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			if r, o := s.memory.results[c.Key], s.memory.outputs[c.Key]; r.Status != store.OK || (o.Regions != nil) != (pictures && c.Fold == 0) {
				t.Errorf("%d failures: %s is %s, %s, with regions: %v", times, c.Name(), r.Status, r.Error, o.Regions != nil)
			}
		}
	}
}

// interrupter is a reducer that the run ends under while it decodes a grid.
type interrupter struct {
	service.Plugin
	end context.CancelFunc
}

func (i *interrupter) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	if _, rows, _, err := matrix.ReadFloat64(call.Scores); err == nil && rows == 100*100 {
		i.end()
		return service.Decoded{}, ctx.Err()
	}
	return i.Plugin.Decode(ctx, call)
}

// A picture that an interruption cost is made when the run is resumed.
func TestInterruptedCellsAreNotRecordedWithoutTheirPicture(t *testing.T) {
	s := open(t, four, true, &spy{})
	ctx, cancel := context.WithCancel(t.Context())
	key := string(contract.KindReducer) + "/one_vs_rest"
	s.plugins[key] = &interrupter{s.plugins[key], cancel}
	err := Execute(ctx, s.ready, s.plugins, Options{
		Workers: 1, Scratch: t.TempDir(), Recorders: []Recorder{s.memory}, Finished: func(plan.Cell, store.Result) {},
	})
	if !errors.Is(err, context.Canceled) || len(s.memory.results) != 0 {
		t.Errorf("%d cells recorded, %v", len(s.memory.results), err)
	}
}
