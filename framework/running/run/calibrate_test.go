package run

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/evaluation/calibration"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// raw is four with the features as they are and more in the learner block.
func raw(attributes string) string {
	text := must.Replace(four, `learner "spy" "spy" {}`, "encoder \"one_hot\" \"e\" { numeric = \"none\" }\nlearner \"spy\" \"spy\" {\n"+attributes+"\n}")
	return must.Replace(text, "rows     = 80", "rows     = 120")
}

// innerOf divides the training rows of a fold by hand.
func innerOf(t *testing.T, s *setting, number, folds int) fold.Repeat {
	t.Helper()
	d := s.ready.Datasets[0]
	inner, err := fold.Inner(d.Table.Target, d.Table.Truth, d.Repeats[0], number, folds, innerSeed(s, number))
	if err != nil {
		t.Fatal(err)
	}
	return inner
}

func innerSeed(s *setting, number int) uint64 {
	return plan.Seed(s.ready.Experiment.Seed, "inner folds", s.ready.Datasets[0].Table.SHA256, fmt.Sprint(0, number))
}

// learned is what spy learns of one class against the rest from some rows.
func learned(s *setting, class int, trains func(id int) bool) spyModel {
	d := s.ready.Datasets[0]
	var m spyModel
	var up, down float64
	for id, label := range d.Table.Truth.Class {
		switch v := d.Table.Columns[0].Values[id]; {
		case !trains(id):
		case label == class:
			m.positive, up = m.positive+v, up+1
		default:
			m.negative, down = m.negative+v, down+1
		}
	}
	return spyModel{m.positive / up, m.negative / down}
}

func (m spyModel) at(v float64) float64 {
	return (v-m.negative)*(v-m.negative) - (v-m.positive)*(v-m.positive)
}

// The class scores of one-vs-rest are log-odds of a map that is fitted, by hand,
// to the scores of the training rows out of three inner folds.
func TestCalibration(t *testing.T) {
	for _, method := range []string{calibration.SigmoidMethod, calibration.IsotonicMethod} {
		s := open(t, raw(fmt.Sprintf("calibrate = %q", method)), true, &spy{})
		if err := s.run(t, 2, nil); err != nil {
			t.Fatal(err)
		}
		d := s.ready.Datasets[0]
		for _, c := range s.ready.Plan.Cells {
			out := s.memory.outputs[c.Key].Test
			if r := s.memory.results[c.Key]; r.Status != store.OK {
				t.Fatalf("%s: %s %s", c.Name(), r.Status, r.Error)
			}
			if c.Reduction != "ova" {
				continue
			}
			if out.Probabilities == nil || c.NoProbabilities {
				t.Fatalf("%s: no probabilities", c.Name())
			}
			inner := innerOf(t, s, c.Fold, 3)
			for class := range d.Table.Target.Names {
				var scores []float64
				var positive []bool
				for id, f := range inner.Test {
					if f >= 0 {
						m := learned(s, class, func(other int) bool { return inner.Test[other] >= fold.Never && inner.Test[other] != f })
						scores = append(scores, m.at(d.Table.Columns[0].Values[id]))
						positive = append(positive, d.Table.Truth.Class[id] == class)
					}
				}
				fitted, err := calibration.Fit(method, scores, positive)
				if err != nil {
					t.Fatal(err)
				}
				m := learned(s, class, func(id int) bool { return d.Repeats[0].Test[id] != c.Fold })
				for i, id := range out.Rows {
					want := fitted.LogOdds(m.at(d.Table.Columns[0].Values[id]))
					if got := out.Scores[i*len(d.Table.Target.Names)+class]; math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
						t.Fatalf("%s %s: row %d, class %d: %v, want %v", method, c.Name(), id, class, got, want)
					}
				}
			}
		}
	}
}

func TestCalibrationIsCounted(t *testing.T) {
	s := open(t, raw(`calibrate = "sigmoid"`), true, &spy{})
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	if p := s.ready.Plan; len(s.spy.trains) != p.FitsDistinct || p.FitsDistinct != 4*11*4 || p.FitsRequested != 4*(4+6+6+3)*4 {
		t.Errorf("%d problems trained, %d distinct and %d requested planned", len(s.spy.trains), p.FitsDistinct, p.FitsRequested)
	}
}

// Without rows of both signs out of the inner folds the scores stay as they are,
// which is counted.
func TestASignThatIsTooRareToCalibrate(t *testing.T) {
	plain, s := open(t, raw(""), true, &spy{}), open(t, raw(`calibrate = "sigmoid"`), true, &spy{})
	for _, s := range []*setting{plain, s} {
		one(s, 3, 1)
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	rows := s.memory.outputs[keyOf(s, "ova", 0)].Test
	raw := plain.memory.outputs[keyOf(plain, "ova", 0)].Test
	for i := range rows.Rows {
		if rows.Scores[4*i+3] != raw.Scores[4*i+3] || rows.Scores[4*i] == raw.Scores[4*i] {
			t.Fatalf("row %d: %v, uncalibrated %v", i, rows.Scores[4*i:4*i+4], raw.Scores[4*i:4*i+4])
		}
	}
	for _, c := range s.ready.Plan.Cells {
		want := map[string][2]int{"ova": {1, 0}, "ovo[decoding=vote]": {3, 0}, "ovo[decoding=hamming]": {3, 0}, "mine": {0, 0}}[c.Reduction]
		if c.Fold == 1 { // where the row is tested
			slices.Reverse(want[:])
		}
		if r := s.memory.results[c.Key]; r.Status != store.OK || [2]int{r.Uncalibrated, r.Constant} != want {
			t.Errorf("%s: %s %q, %d uncalibrated and %d constant, want %v", c.Name(), r.Status, r.Error, r.Uncalibrated, r.Constant, want)
		}
	}
}

func TestAbstaining(t *testing.T) {
	plain, least := open(t, raw(""), true, &spy{}), open(t, raw("abstain = 40"), true, &spy{})
	for _, s := range []*setting{plain, least} {
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	zeros, others := 0, 0
	for i, c := range plain.ready.Plan.Cells {
		if c.Reduction != "ova" {
			continue
		}
		a, b := plain.memory.outputs[c.Key].Test, least.memory.outputs[least.ready.Plan.Cells[i].Key].Test
		for n, score := range a.Scores {
			want := score
			if math.Abs(score) < 40 {
				want = 0
				zeros++
			} else {
				others++
			}
			if b.Scores[n] != want {
				t.Fatalf("%s: score %v becomes %v", c.Name(), score, b.Scores[n])
			}
		}
	}
	if zeros == 0 || others == 0 {
		t.Errorf("%d abstentions and %d others show nothing", zeros, others)
	}
}

// What bench does with scores makes another cell; the threads do not.
func TestHostSettingsAreIdentity(t *testing.T) {
	keys := map[string]string{}
	for _, attributes := range []string{"", `calibrate = "sigmoid"`, `calibrate = "isotonic"`, "abstain = 1", "abstain = 2"} {
		key := open(t, raw(attributes), true, &spy{}).ready.Plan.Cells[0].Key
		if before, again := keys[key]; again {
			t.Errorf("%q and %q are one cell", before, attributes)
		}
		keys[key] = attributes
	}
	for _, attributes := range []string{"abstain = 0", "threads = 3"} {
		if _, same := keys[open(t, raw(attributes), true, &spy{}).ready.Plan.Cells[0].Key]; !same {
			t.Errorf("%q makes another cell", attributes)
		}
	}
}

func TestIsolatedCellsShareNothing(t *testing.T) {
	s := open(t, must.Replace(four, "seed = 3", "\n  seed = 3\n  timing = \"isolated\"\n"), true, &spy{})
	c := &counting{s.plugins["learner/spy"], map[int]bool{}, map[bool]bool{}}
	s.plugins["learner/spy"] = c
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	if !c.isolated[true] || c.isolated[false] {
		t.Errorf("calls are isolated: %v", c.isolated)
	}
	if want := 4 * (4 + 6 + 6 + 3); len(s.spy.trains) != want || s.ready.Plan.FitsDistinct != want {
		t.Errorf("%d problems trained and %d planned, want %d", len(s.spy.trains), s.ready.Plan.FitsDistinct, want)
	}
	shared := open(t, four, true, &spy{})
	if err := shared.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for i, c := range s.ready.Plan.Cells {
		other := shared.ready.Plan.Cells[i]
		if c.Key == other.Key || !reflect.DeepEqual(s.memory.outputs[c.Key], shared.memory.outputs[other.Key]) {
			t.Errorf("%s: one key, or another result", c.Name())
		}
	}
}

func TestThreadsAreSharedOut(t *testing.T) {
	for _, test := range []struct{ processors, workers, items, want int }{
		{8, 2, 10, 4}, {8, 3, 10, 2}, {8, 8, 2, 4}, {2, 8, 10, 1}, {8, 4, 0, 8}, {1, 1, 5, 1},
	} {
		l := &load{processors: test.processors, workers: test.workers}
		l.items.Store(int64(test.items))
		if got := l.share(); got != test.want {
			t.Errorf("%+v: %d threads", test, got)
		}
	}
}

// counting remembers the threads that calls were given.
type counting struct {
	service.Plugin
	threads  map[int]bool
	isolated map[bool]bool
}

func (c *counting) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	c.threads[call.Threads] = true
	c.isolated[call.Isolated] = true
	return c.Plugin.Train(ctx, call, done)
}

func TestThreadsOfABlock(t *testing.T) {
	for capable, want := range map[bool]int{true: 5, false: 1} {
		s := open(t, raw("threads = 5"), true, &spy{})
		for i := range s.ready.Experiment.Learners {
			s.ready.Experiment.Learners[i].Capabilities.Properties &^= contract.UsesThreads
			s.ready.Experiment.Learners[i].Capabilities.Properties |= contract.UsesThreads.If(capable)
		}
		c := &counting{s.plugins["learner/spy"], map[int]bool{}, map[bool]bool{}}
		s.plugins["learner/spy"] = c
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(c.threads, map[int]bool{want: true}) {
			t.Errorf("threads %v, want %d", c.threads, want)
		}
	}
}
