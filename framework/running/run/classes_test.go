package run

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// calibrated is raw with one-vs-rest as it is and with calibrated class probabilities.
func calibrated(attributes string) string {
	text := must.Replace(raw(""), "  classes  = 4\n", "  classes  = 4\n  spread   = 6\n")
	return must.Replace(text, `reduction "one_vs_rest" "ova" {}`,
		"reduction \"one_vs_rest\" \"ova\" {}\nreduction \"one_vs_rest\" \"after\" {\n"+attributes+"\n}")
}

// outOfFold are the probabilities of one-vs-rest for the training rows of a fold, by hand:
// normalised sigmoids of the scores of models without the row's inner fold.
func outOfFold(t *testing.T, s *setting, number int) (sample multiclass.Sample) {
	t.Helper()
	d, inner := s.ready.Datasets[0], innerOf(t, s, number, 3)
	sample.K = len(d.Table.Target.Names)
	for id, f := range inner.Test {
		if f == fold.Out {
			continue
		}
		if f == fold.Never {
			t.Fatal("some class is rare")
		}
		p, sum := make([]float64, sample.K), 0.0
		for class := range p {
			m := learned(s, class, func(other int) bool { return inner.Test[other] >= 0 && inner.Test[other] != f })
			p[class] = 1 / (1 + math.Exp(-m.at(d.Table.Columns[0].Values[id])))
			sum += p[class]
		}
		for class := range p {
			p[class] /= sum
		}
		sample.Probabilities = append(sample.Probabilities, p...)
		sample.Predicted = append(sample.Predicted, slices.Index(p, slices.Max(p)))
		sample.Classes = append(sample.Classes, d.Table.Truth.Class[id])
	}
	return sample
}

// The probabilities are those of a map that is fitted, by hand, to the training rows as
// models of three inner folds see them. Some methods choose the class.
func TestClassesAreCalibrated(t *testing.T) {
	for _, method := range multiclass.Methods {
		s := open(t, calibrated(fmt.Sprintf("calibrate = %q", method)), true, &spy{})
		s.mustRun(t, 2, nil)
		settings := multiclass.Settings{Method: method, Lambda: 1, Mu: 1, BinRows: 50}
		if !settings.Bins() {
			settings.BinRows = 0
		}
		changed := 0
		for f := range 4 {
			m, err := settings.Fit(outOfFold(t, s, f))
			if err != nil {
				t.Fatal(err)
			}
			before, after := s.memory.outputs[keyOf(s, "ova", f)].Test, s.memory.outputs[keyOf(s, "after", f)].Test
			for i, predicted := range before.Predicted.Class {
				want := slices.Clone(before.Probabilities[4*i : 4*i+4])
				m.Apply(want, predicted)
				if settings.Chooses() {
					predicted = slices.Index(want, slices.Max(want))
				}
				got := after.Probabilities[4*i : 4*i+4]
				for class := range want {
					if math.Abs(got[class]-want[class]) > 1e-6 {
						t.Fatalf("%s, fold %d: row %d has %v, want %v", method, f, i, got, want)
					}
				}
				if after.Predicted.Class[i] != predicted {
					t.Fatalf("%s, fold %d: row %d of %v is class %d, want %d", method, f, i, got, after.Predicted.Class[i], predicted)
				}
				if !slices.Equal(got, before.Probabilities[4*i:4*i+4]) {
					changed++
				}
				best := after.Scores[4*i : 4*i+4]
				if settings.Chooses() && slices.Index(best, slices.Max(best)) != predicted {
					t.Fatalf("%s: the scores of a row of class %d are %v", method, predicted, best)
				}
			}
		}
		if changed == 0 && method != multiclass.TopLabel { // few rows are predicted as a class
			t.Errorf("%s changes nothing", method)
		}
	}
}

// The problems of inner folds are trained once for all reductions that want them.
func TestCalibrationOfClassesIsCounted(t *testing.T) {
	text := calibrated(`calibrate = grid("none", "temperature", "vector")`)
	s := open(t, text, true, &spy{})
	s.mustRun(t, 2, nil)
	p := s.ready.Plan
	if len(s.spy.trains) != p.FitsDistinct || p.FitsDistinct != 4*(11+3*4) || p.FitsRequested != 4*(19+4+2*4*4) {
		t.Errorf("%d problems trained, %d distinct and %d requested planned", len(s.spy.trains), p.FitsDistinct, p.FitsRequested)
	}
	for f := range 4 {
		plain, same := s.memory.results[keyOf(s, "ova", f)], s.memory.outputs[keyOf(s, "after[calibrate=none]", f)]
		if !reflect.DeepEqual(same.Test, s.memory.outputs[keyOf(s, "ova", f)].Test) {
			t.Errorf("fold %d: without calibration something changes", f)
		}
		if r := s.memory.results[keyOf(s, "after[calibrate=vector]", f)]; r.TrainSeconds <= plain.TrainSeconds || r.Uncalibrated != 0 {
			t.Errorf("fold %d: %+v, uncalibrated %+v", f, r, plain)
		}
	}
	if key := keyOf(s, "ova", 0); key != keyOf(s, "after[calibrate=none]", 0) || key == keyOf(s, "after[calibrate=vector]", 0) {
		t.Error("the keys are not those of what is done")
	}
}

// A class with one training row has no out-of-fold rows that its models know: its
// probability stays, and the others are calibrated without it.
func TestARareClassIsNotCalibrated(t *testing.T) {
	s := open(t, calibrated(`calibrate = "vector"`), true, &spy{})
	one(s, 3, 1)
	s.mustRun(t, 1, nil)
	before, after := s.memory.outputs[keyOf(s, "ova", 0)].Test, s.memory.outputs[keyOf(s, "after", 0)].Test
	for i := range before.Rows {
		if p, q := before.Probabilities[4*i+3], after.Probabilities[4*i+3]; math.Abs(p-q) > 1e-15 {
			t.Errorf("row %d: %v becomes %v", i, p, q)
		}
		if p, q := before.Probabilities[4*i], after.Probabilities[4*i]; p == q {
			t.Errorf("row %d: %v stays", i, p)
		}
	}
	if r := s.memory.results[keyOf(s, "after", 0)]; r.Status != store.OK || r.Uncalibrated != 0 {
		t.Errorf("%+v", r)
	}
	if p := s.memory.outputs[keyOf(s, "after", 1)].Test; slices.Max(p.Probabilities[3:4]) != 0 { // nobody has seen it
		t.Errorf("a class without training rows has probability %v", p.Probabilities[3])
	}
}

// Where all rows whose class is known are of one class, probabilities stay, which is counted.
func TestClassesThatCannotBeCalibrated(t *testing.T) {
	s := open(t, calibrated(`calibrate = "temperature"`), true, &spy{})
	for class := range 3 {
		one(s, class+1, 1)
	}
	s.mustRun(t, 1, nil)
	plain, r := s.memory.outputs[keyOf(s, "ova", 0)], s.memory.results[keyOf(s, "after", 0)]
	if !reflect.DeepEqual(plain.Test, s.memory.outputs[keyOf(s, "after", 0)].Test) || r.Status != store.OK || r.Uncalibrated != 1 {
		t.Errorf("%+v", r)
	}
}

// Columns of other learners, scores that are held in parts, tuning and a second company of
// the same problems give the same probabilities.
func TestCalibrationOfClassesInCompany(t *testing.T) {
	text := columned(`reduction "one_vs_rest" "second" {`, "reduction \"one_vs_rest\" \"after\" {\n  calibrate = \"vector\"\n"+
		"  learners = { \"2\" = learner.echo }\n}\nreduction \"one_vs_rest\" \"second\" {")
	s := openColumned(t, text, &spy{}, &echo{})
	s.mustRun(t, 2, nil)
	alone := openColumned(t, must.Replace(text, `{ seed = 3 }`, "{\n  seed   = 3\n  timing = \"isolated\"\n}"), &spy{}, &echo{})
	if err := alone.holding(t, 1, 1, nil); err != nil {
		t.Fatal(err)
	}
	for f := range 4 {
		got, want := s.memory.outputs[keyBy(s, "spy", "after", f)].Test, alone.memory.outputs[keyBy(alone, "spy", "after", f)].Test
		if got.Probabilities == nil || !reflect.DeepEqual(got, want) {
			t.Errorf("fold %d: %v, alone %v", f, got, want)
		}
	}
}

// Costs are of calibrated probabilities.
func TestCostsOfCalibratedProbabilities(t *testing.T) {
	text := must.Replace(calibrated(`calibrate = "temperature"
  predict = grid("decoder", "cost")`), "rows     = 120",
		"rows     = 120\n  costs = [[0, 1, 1, 9], [1, 0, 1, 9], [1, 1, 0, 9], [1, 1, 1, 0]]")
	s := open(t, text, true, &spy{})
	s.mustRun(t, 1, nil)
	for f := range 4 {
		plain := s.memory.outputs[keyOf(s, "after[predict=decoder]", f)].Test
		cheap := s.memory.outputs[keyOf(s, "after[predict=cost]", f)].Test
		if !slices.Equal(plain.Probabilities, cheap.Probabilities) {
			t.Fatalf("fold %d: the probabilities differ", f)
		}
		for i, class := range cheap.Predicted.Class {
			p := cheap.Probabilities[4*i : 4*i+4]
			costs := []float64{1 - p[0] - p[3] + p[3], 1 - p[1] - p[3] + p[3], 1 - p[2], 9 * (1 - p[3])}
			if want := slices.Index(costs, slices.Min(costs)); class != want && costs[class]-costs[want] > 1e-8 {
				t.Fatalf("row %d with %v is class %d", i, p, class)
			}
		}
	}
}
