package run

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// Each label is a problem of its own; scores and predictions are by label, the rows
// in the order of their ids.
func TestLabelsAreProblems(t *testing.T) {
	w := &witness{}
	testLabelsAreProblems(t, w, learnerOf(w, contract.Margin))
	w = &witness{}
	l := &lister{Learner: w}
	c := learnerOf(l, contract.Margin)
	c.Capabilities.Properties |= contract.TrainsBatches | contract.TakesPositives
	testLabelsAreProblems(t, w, c)
	if l.lists != 12 {
		t.Errorf("%d lists of rows for 12 problems", l.lists)
	}
}

// lister trains the problems of a batch one by one and counts the lists of rows that
// have a label.
type lister struct {
	contract.Learner
	lists int
}

func (l *lister) TrainBatch(ctx context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	full := b.InFull()
	for i, p := range full.Problems {
		if b.Problems[i].Positives != nil {
			l.lists++
		}
		x := contract.Matrix{Cols: b.Features.Cols}
		for _, r := range b.RowSets[p.RowSet].Ranges {
			x.Rows += r.End - r.Start
			x.Data = append(x.Data, b.Features.Dense[r.Start*x.Cols:r.End*x.Cols]...)
		}
		m, err := l.Train(ctx, contract.Problem{Task: p.Task, X: x, Y: p.Target})
		done(i, m, err)
	}
	return nil
}

func testLabelsAreProblems(t *testing.T, w *witness, learner contract.Component) {
	t.Helper()
	s := openComponent(t, labelText(t, abc, "", `reduction "labels" "br" {}`), learner, relevance(contract.NoOutputs).component("labels"))
	s.mustRun(t, 1, nil)
	if p := s.ready.Plan; len(w.tasks) != 4*3 || p.FitsDistinct != 12 || p.FitsAtMost {
		t.Errorf("%d problems trained, %d planned", len(w.tasks), p.FitsDistinct)
	}
	for f := range 4 {
		train, ids := trainingRows(s, f), testRows(s, f)
		out := s.memory.outputs[keyOf(s, "br", f)].Test
		if out.K != 3 || !out.MultiLabel || out.Truth.Class != nil || !slices.Equal(out.Rows, ids) || !slices.Equal(out.Truth.Y.Table(3), truthOf(s, ids)) {
			t.Fatalf("fold %d: %+v", f, out)
		}
		x := features(s, ids)
		for label := range 3 {
			p := contract.Problem{Task: contract.Binary, X: features(s, train)}
			for i := range train {
				p.Y = append(p.Y, 2*float64(truthOf(s, train)[i*3+label])-1)
			}
			if seen := w.tasks[3*f+label]; !slices.Equal(seen.Y, p.Y) || !slices.Equal(seen.X.Data, p.X.Data) {
				t.Fatalf("fold %d, label %d: trained on %v", f, label, seen.Y)
			}
			want := make([]float64, x.Rows)
			witnessed{&witness{}, 0, p}.Score(x, want)
			for i := range ids {
				score, predicted := out.Scores[i*3+label], out.Predicted.Y.Dense(i, 3)[label]
				if score != want[i] || (predicted == 1) != (score > 0) {
					t.Fatalf("fold %d, row %d, label %d: %v is predicted %d, want the score %v", f, ids[i], label, score, predicted, want[i])
				}
			}
		}
		if r := s.memory.results[keyOf(s, "br", f)]; r.BinaryProblems != 3 || r.TestRows != 15 || r.Constant != 0 {
			t.Errorf("%+v", r)
		}
	}
}

// Models of a chain are trained on true labels and score rows by the signs of those
// before them: the very numbers.
func TestAChainSeesTrueLabelsThenPredictedOnes(t *testing.T) {
	order := []int{2, 0, 1}
	w, r := &witness{}, chain(order...)
	text := labelText(t, abc, "", `reduction "labels" "chain" {}`) + "\nmetric \"hamming_loss\" { on = \"train\" }\n"
	s := openComponent(t, text, learnerOf(w, contract.Margin), r.component("labels"))
	s.mustRun(t, 1, nil)
	if len(w.tasks) != 12 || len(r.decoded) != 8 {
		t.Fatalf("%d problems, %d decoded", len(w.tasks), len(r.decoded))
	}
	for f := range 4 {
		train, ids := trainingRows(s, f), testRows(s, f)
		for at, label := range order {
			p := w.tasks[3*f+at]
			x, y := features(s, train), truthOf(s, train)
			if p.X.Rows != len(train) || p.X.Cols != 2+at {
				t.Fatalf("stage %d is trained on %d × %d", at, p.X.Rows, p.X.Cols)
			}
			for i := range train {
				want := slices.Clone(x.Row(i))
				for _, before := range order[:at] {
					want = append(want, float64(y[i*3+before]))
				}
				if !slices.Equal(p.X.Row(i), want) || p.Y[i] != 2*float64(y[i*3+label])-1 {
					t.Fatalf("fold %d, stage %d, row %d: trained on %v with %v, want %v", f, at, train[i], p.X.Row(i), p.Y[i], want)
				}
			}
			for n, model := range w.models {
				if model == 3*f+at {
					seesSigns(t, at, w.scored[n], features(s, rowsOfPart(w.scored[n].Rows, ids, train)), r.decoded[2*f+slices.Index([]int{len(ids), len(train)}, w.scored[n].Rows)])
				}
			}
		}
	}
}

func rowsOfPart(n int, test, train []int) []int {
	if n == len(test) {
		return test
	}
	return train
}

// seesSigns checks that the model of a stage scored rows by their features and the
// signs of the scores of the stages before it.
func seesSigns(t *testing.T, stage int, seen, x, scores contract.Matrix) {
	t.Helper()
	ones := 0
	for i := range seen.Rows {
		want := slices.Clone(x.Row(i))
		for _, score := range scores.Row(i)[:stage] {
			sign := 0.0
			if score > 0 {
				sign = 1
				ones++
			}
			want = append(want, sign)
		}
		if !slices.Equal(seen.Row(i), want) {
			t.Fatalf("stage %d scores row %d by %v, want %v", stage, i, seen.Row(i), want)
		}
	}
	if stage > 0 && (ones == 0 || ones == seen.Rows*stage) {
		t.Errorf("stage %d sees one sign alone", stage)
	}
}

// A row's labels do not reach its own out-of-fold outputs; in-sample ones are what
// they are called. What Next is shown of labels are those of the rows.
func TestLabelsDoNotReachTheirOutputs(t *testing.T) {
	for outputs, leaks := range map[contract.Outputs]bool{contract.OutOfFold: false, contract.InSample: true} {
		for _, learner := range []string{"", "tune {\n weight = [1, 2]\n metric = metric.hamming_loss\n }"} {
			r := relevance(outputs)
			s := openComponent(t, labelText(t, abc, learner, `reduction "labels" "br" {}`), learnerOf(parrot{}, contract.Margin), r.component("labels"))
			s.mustRun(t, 1, nil)
			for _, shown := range r.shown {
				k := len(shown.Counts)
				if shown.Classes != nil || k != 3 || len(shown.Labels) != 3*shown.Outputs.Rows || shown.Outputs.Cols != 3 {
					t.Fatalf("%d labels, %d counts, outputs %d × %d", len(shown.Labels), k, shown.Outputs.Rows, shown.Outputs.Cols)
				}
				counted := make([]int, k)
				for i, score := range shown.Outputs.Data {
					counted[i%k] += int(shown.Labels[i])
					want := 0.0
					if leaks {
						want = 2*float64(shown.Labels[i]) - 1
					}
					if score != want {
						t.Fatalf("%s, %q: row %d has the output %v for label %d, want %v", outputs, learner, i/k, score, i%k, want)
					}
				}
				if !slices.Equal(counted, shown.Counts) {
					t.Errorf("counts %v, want %v", shown.Counts, counted)
				}
			}
		}
	}
}

// Calibrated scores of labels are log-odds, fitted in inner folds: parrot's say
// nothing of new rows.
func TestLabelsAreCalibrated(t *testing.T) {
	r := relevance(contract.NoOutputs)
	s := openComponent(t, labelText(t, abc, `calibrate = "sigmoid"`, `reduction "labels" "br" {}`), learnerOf(parrot{}, contract.Margin), r.component("labels"))
	s.mustRun(t, 1, nil)
	for f := range 4 {
		train := trainingRows(s, f)
		y := truthOf(s, train)
		for label := range 3 {
			positive := 0.0
			for i := range train {
				positive += float64(y[i*3+label])
			}
			// The maximum of likelihood with Platt's targets, of equal scores.
			n := float64(len(train))
			share := (positive*(positive+1)/(positive+2) + (n-positive)/(n-positive+2)) / n
			if got, want := r.decoded[f].Row(0)[label], math.Log(share/(1-share)); math.Abs(got-want) > 1e-3 || r.kinds[f] != contract.LogOdds {
				t.Errorf("fold %d, label %d: %v of kind %s, want %v", f, label, got, r.kinds[f], want)
			}
		}
	}
}

// Where all training rows are without a label, or inner ones, it is never predicted;
// the cell is whole and says so.
func TestARareLabelIsConstant(t *testing.T) {
	for _, learner := range []string{"", `calibrate = "isotonic"`, "tune {\n weight = [1, 2]\n metric = metric.hamming_loss\n }"} {
		for _, outputs := range []contract.Outputs{contract.NoOutputs, contract.OutOfFold, contract.InSample} {
			r := relevance(outputs)
			s := openComponent(t, labelText(t, `["a", "rare"]`, learner+"\n", `reduction "labels" "br" {}`), learnerOf(&witness{}, contract.Margin), r.component("labels"))
			s.mustRun(t, 1, nil)
			for f := range 4 {
				ids := testRows(s, f)
				key := keyOf(s, "br", f)
				if !slices.Contains(ids, 7) {
					if n := s.memory.results[key].Constant; n != 0 {
						t.Errorf("fold %d has %d constant models", f, n)
					}
					continue
				}
				if result := s.memory.results[key]; result.Constant != 1 || result.BinaryProblems != 2 || result.Unconverged != 0 {
					t.Errorf("%+v", result)
				}
				for i := range ids {
					out := s.memory.outputs[key].Test
					want := -1.0
					if strings.HasPrefix(learner, "calibrate") {
						want = -math.Log(2*45 + 1)
					}
					if got := out.Scores[2*i+1]; got != want || out.Predicted.Y.Has(i, 1) {
						t.Errorf("row %d has the score %v", ids[i], got)
					}
				}
			}
			for _, shown := range r.shown {
				for i := range shown.Outputs.Rows {
					got := shown.Outputs.Row(i)
					if shown.Labels[2*i+1] == 1 && outputs == contract.OutOfFold && learner == "" && got[1] != -1 {
						t.Errorf("the one row with a label has the output %v", got[1])
					}
				}
			}
		}
	}
}

// squashing makes the scores of a learner probabilities.
type squashing struct{ contract.Learner }

func (s squashing) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	m, err := s.Learner.Train(ctx, p)
	return squashed{m}, err
}

type squashed struct{ contract.Model }

func (m squashed) Score(x contract.Matrix, scores []float64) {
	m.Model.Score(x, scores)
	for i, s := range scores {
		scores[i] = 1 / (1 + math.Exp(-s))
	}
}

// The constant score of a label is a margin, or the log-odds of what was counted.
func TestConstantScoresAreOfTheLearnersKind(t *testing.T) {
	for kind, want := range map[contract.ScoreKind]float64{contract.Margin: -1, contract.LogOdds: -math.Log(2*45 + 1), contract.Probability: -math.Log(2*45 + 1)} {
		var l contract.Learner = &witness{}
		if kind == contract.Probability {
			l = squashing{l}
		}
		s := openComponent(t, labelText(t, `["a", "rare"]`, "", `reduction "labels" "br" {}`), learnerOf(l, kind), relevance(contract.NoOutputs).component("labels"))
		s.mustRun(t, 1, nil)
		for f := range 4 {
			if out := s.memory.outputs[keyOf(s, "br", f)].Test; slices.Contains(out.Rows, 7) && out.Scores[1] != want {
				t.Errorf("%s: %v, want %v", kind, out.Scores[1], want)
			}
		}
	}
	targeted := func(y []float64) plan.Problem {
		return plan.Problem{Problems: contract.Targeted{Task: contract.Binary, Values: contract.Matrix{Rows: len(y), Cols: 1, Data: y}}}
	}
	for _, test := range []struct {
		y        []float64
		score    float64
		constant bool
	}{{nil, 0, true}, {[]float64{0, 1, 1}, math.Log(5), true}, {[]float64{-1, 0}, -math.Log(3), true}, {[]float64{-1, 1}, 0, false}} {
		if score, constant := new(rows.Fold).Constant(targeted(test.y)); constant != test.constant || constant && score != test.score {
			t.Errorf("%v: %v, %v", test.y, score, constant)
		}
	}
}

// Results are the same whatever the number of workers and whatever company a
// reduction has, and problems of labels are shared.
func TestLabelsDoNotDependOnTheirCompany(t *testing.T) {
	open := func(reductions string) (*setting, *witness) {
		w := &witness{}
		return openComponent(t, labelText(t, `["a", "b", "c", "rare"]`, "", reductions), learnerOf(w, contract.Margin),
			relevance(contract.NoOutputs).component("labels"), relevance(contract.OutOfFold).component("folded"), chain(3, 1, 0, 2).component("chain"),
		), w
	}
	all := "reduction \"labels\" \"br\" {}\nreduction \"folded\" \"oof\" {}\nreduction \"chain\" \"chain\" {}"
	one, trained := open(all)
	one.mustRun(t, 1, nil)
	two, _ := open(all)
	two.mustRun(t, 2, nil)
	// The rare label is constant in one fold and in inner folds.
	if most := 4*(4+3) + 4*3*4; len(trained.tasks) >= most || len(trained.tasks) < most-4*5 {
		t.Errorf("%d problems trained, at most %d are distinct", len(trained.tasks), most)
	}
	for _, reduction := range []string{"br", "oof", "chain"} {
		alone, _ := open(map[string]string{"br": `reduction "labels" "br" {}`, "oof": `reduction "folded" "oof" {}`, "chain": `reduction "chain" "chain" {}`}[reduction])
		alone.mustRun(t, 1, nil)
		for f := range 4 {
			want := one.memory.outputs[keyOf(one, reduction, f)].Test
			for other, s := range map[string]*setting{"two workers": two, "alone": alone} {
				if got := s.memory.outputs[keyOf(s, reduction, f)].Test; !samePredictions(got, want) {
					t.Errorf("%s, fold %d, %s: other scores", reduction, f, other)
				}
			}
		}
	}
}

// samePredictions compares predictions of two copies of a dataset.
func samePredictions(a, b *store.Predictions) bool { return reflect.DeepEqual(a, b) }
