package run

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// powerset makes a class of each set of labels that occurs among the training rows.
func powerset() *scripted {
	return &scripted{
		multiLabel: true, tasks: []contract.Task{contract.Multiclass},
		first: func(contract.Reduction) contract.Stage {
			return contract.Stage{Outputs: contract.ClassesOnly, Later: 1}
		},
		next: func(_ string, t contract.Training) (contract.Stage, bool, error) {
			k := len(t.Counts)
			var sets []string
			for i := range len(t.Labels) / k {
				if set := fmt.Sprint(t.Labels[i*k : (i+1)*k]); !slices.Contains(sets, set) {
					sets = append(sets, set)
				}
			}
			slices.Sort(sets)
			values := contract.Matrix{Rows: len(t.Labels) / k, Cols: 1}
			for i := range values.Rows {
				values.Data = append(values.Data, float64(slices.Index(sets, fmt.Sprint(t.Labels[i*k:(i+1)*k]))))
			}
			return contract.Stage{Problems: contract.Targeted{Task: contract.Multiclass, Groups: len(sets), Values: values},
				State: []byte(strings.Join(sets, ";"))}, false, nil
		},
		decode: func(state string, row []float64) []float64 {
			best := strings.Split(state, ";")[slices.Index(row, slices.Max(row))]
			var out []float64
			for _, bit := range strings.Fields(strings.Trim(best, "[]")) {
				out = append(out, map[string]float64{"0": -1, "1": 1}[bit])
			}
			return out
		},
	}
}

// The sets of labels are the classes of one problem, whose scores are as many.
func TestSetsOfLabelsAreTargets(t *testing.T) {
	w, r := &witness{}, powerset()
	s := openComponent(t, labelText(t, abc, "tune {\n weight = [1, 2]\n metric = metric.hamming_loss\n }", `reduction "powerset" "lp" {}`), learnerOf(w, contract.Margin), r.component("powerset"))
	s.mustRun(t, 2, nil)
	for f := range 4 {
		result := s.memory.results[keyOf(s, "lp", f)]
		out := s.memory.outputs[keyOf(s, "lp", f)].Test
		if result.BinaryProblems != 1 || result.Tuned == nil || out.Predicted.Y.Rows() != 15 {
			t.Fatalf("%+v", result)
		}
		ids, train := testRows(s, f), trainingRows(s, f)
		x, y, all := features(s, ids), truthOf(s, train), features(s, train)
		for i := range ids {
			least, want := math.Inf(1), []int8(nil)
			for a := range train {
				set := y[a*3 : a*3+3]
				var p contract.Problem
				for b := range train {
					if slices.Equal(y[b*3:b*3+3], set) {
						p.Y = append(p.Y, 1)
						p.X.Data = append(p.X.Data, all.Row(b)...)
					}
				}
				p.X.Rows, p.X.Cols = len(p.Y), 2
				if d := distance(x.Row(i), meanOf(p, 1)); d < least-1e-12 {
					least, want = d, set
				}
			}
			if got := out.Predicted.Y.Dense(i, 3); !slices.Equal(got, want) {
				t.Errorf("row %d gets %v, want %v", ids[i], got, want)
			}
		}
	}
}

// numbers trains one regression of the number of a row's class.
func numbers(outputs contract.Outputs) *scripted {
	r := &scripted{tasks: []contract.Task{contract.Regression}}
	r.first = func(contract.Reduction) contract.Stage {
		return contract.Stage{Outputs: contract.ClassesOnly, Later: 1 + 3}
	}
	r.next = func(state string, t contract.Training) (contract.Stage, bool, error) {
		if state != "" {
			return ended(state)
		}
		values := contract.Matrix{Rows: len(t.Classes), Cols: 1}
		for _, class := range t.Classes {
			values.Data = append(values.Data, float64(class+1))
		}
		return contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: values}, Outputs: outputs,
			Folds: folds(outputs), State: []byte("number")}, false, nil
	}
	r.decode = func(_ string, row []float64) []float64 {
		var out []float64
		for k := range 4 {
			out = append(out, -math.Abs(row[0]-float64(k+1)))
		}
		return out
	}
	return r
}

// A regression of class numbers gets real targets and its scores are taken as they
// are, also those of a learner of probabilities; abstaining is for binary problems.
func TestRegressionOfClassNumbers(t *testing.T) {
	w, r := &witness{}, numbers(contract.OutOfFold)
	s := openComponent(t, stagedText("abstain = 2.5", `reduction "number" "number" {}`), learnerOf(w, contract.Probability), r.component("number"))
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	d := s.ready.Datasets[0]
	for f := range 4 {
		ids, train := testRows(s, f), trainingRows(s, f)
		result := s.memory.results[keyOf(s, "number", f)]
		if result.Status != store.OK || result.BinaryProblems != 1 {
			t.Fatalf("%+v", result)
		}
		out := s.memory.outputs[keyOf(s, "number", f)].Test
		p := contract.Problem{Task: contract.Regression, X: features(s, train)}
		for _, id := range train {
			p.Y = append(p.Y, float64(d.Table.Truth.Class[id]+1))
		}
		want := make([]float64, len(ids))
		witnessed{&witness{}, 0, p}.Score(features(s, ids), want)
		for i := range ids {
			if got := out.Scores[i*4]; got != -math.Abs(want[i]-1) || out.Predicted.Class[i] != int(want[i])-1 {
				t.Fatalf("row %d: score %v and class %d, want the number %v", ids[i], got, out.Predicted.Class[i], want[i])
			}
		}
		// Out of fold, targets follow their rows into the inner folds.
		inner := innerOf(t, s, f, 3)
		shown := r.shown[2*f+1]
		if shown.Kind != contract.Margin {
			t.Errorf("outputs are %s", shown.Kind)
		}
		for i, id := range train {
			var q contract.Problem
			for at, other := range train {
				if inner.Test[other] != inner.Test[id] && inner.Test[other] >= fold.Never {
					q.X.Data, q.Y = append(q.X.Data, p.X.Row(at)...), append(q.Y, p.Y[at])
				}
			}
			q.Task, q.X.Rows, q.X.Cols = contract.Regression, len(q.Y), p.X.Cols
			want := make([]float64, 1)
			witnessed{&witness{}, 0, q}.Score(features(s, []int{id}), want)
			if got := shown.Outputs.Row(i)[0]; got != want[0] {
				t.Fatalf("row %d has the output %v, want %v", id, got, want[0])
			}
		}
	}
	if r.kinds[0] != contract.Margin {
		t.Errorf("decoded as %s", r.kinds[0])
	}
}

// Copies of a row that a bootstrap sample draws have the outputs of that row.
func TestOutputsOfCopiesAreThoseOfTheirRow(t *testing.T) {
	r := numbers(contract.OutOfFold)
	first := r.next
	r.next = func(state string, tr contract.Training) (contract.Stage, bool, error) {
		s, done, err := first(state, tr)
		for i := range s.Targets().Values.Data {
			s.Targets().Values.Data[i] += float64(i) / 1000 // each copy has its own
		}
		return s, done, err
	}
	w := &witness{}
	text := must.Replace(stagedText("", `reduction "number" "number" {}`+"\ngrid \"g\" { reductions = [reduction.number] }"), "{ folds = 4 }", "{\nmethod = \"bootstrap\"\nrepeats = 2\n}")
	s := openComponent(t, text, learnerOf(w, contract.Margin), r.component("number"))
	s.mustRun(t, 1, nil)
	for n, shown := range r.shown {
		if shown.Outputs.Cols == 0 {
			continue
		}
		outer := w.tasks[2*(n-1)] // then 3 inner ones
		if shown.Outputs.Rows != outer.X.Rows {
			t.Fatalf("%d outputs for %d rows", shown.Outputs.Rows, outer.X.Rows)
		}
		copies := 0
		for i := 1; i < outer.X.Rows; i++ {
			if slices.Equal(outer.X.Row(i), outer.X.Row(i-1)) {
				copies++
				if shown.Outputs.Row(i)[0] != shown.Outputs.Row(i - 1)[0] {
					t.Fatalf("copies have the outputs %v and %v", shown.Outputs.Row(i - 1)[0], shown.Outputs.Row(i)[0])
				}
			}
			if shown.Outputs.Row(i)[0] == 0 {
				t.Fatalf("row %d has no output", i)
			}
		}
		for _, inner := range w.tasks[2*(n-1)+1 : 2*(n-1)+4] {
			for i, y := range inner.Y {
				found := slices.Index(inner.Y, y) != i
				if found {
					t.Fatalf("the target %v of one copy is that of another", y)
				}
				for at := range outer.Y {
					found = found || outer.Y[at] == y && slices.Equal(outer.X.Row(at), inner.X.Row(i))
				}
				if !found {
					t.Fatalf("an inner fold has the target %v, which the row does not", y)
				}
			}
		}
		if copies == 0 {
			t.Error("no row was drawn twice")
		}
	}
}

// A stage that Next must not send fails its cell alone, and says why.
func TestBadTargetsFailTheirCell(t *testing.T) {
	n := func(tr contract.Training, rows int, value float64) contract.Matrix {
		return contract.Matrix{Rows: rows, Cols: 1, Data: slices.Repeat([]float64{value}, rows)}
	}
	for want, make := range map[string]func(contract.Training) contract.Stage{
		"targets for 44 rows": func(tr contract.Training) contract.Stage {
			return contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: n(tr, 44, 1)}}
		},
		"is not valid for a regression": func(tr contract.Training) contract.Stage {
			return contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: n(tr, 45, math.NaN())}}
		},
		"about classes": func(contract.Training) contract.Stage { return contract.Stage{Problems: contract.Whole{}} },
		"out of range (3 columns)": func(contract.Training) contract.Stage {
			return contract.Stage{Problems: contract.Labelled{0}, Inputs: []contract.Input{contract.Targets}, Of: []int{3}}
		},
		"there are no columns": func(contract.Training) contract.Stage {
			return contract.Stage{Problems: contract.Labelled{0}, Inputs: []contract.Input{contract.Targets}}
		},
		"sees none": func(contract.Training) contract.Stage {
			return contract.Stage{Problems: contract.Labelled{0}, Of: []int{0}}
		},
	} {
		r := relevance(contract.NoOutputs)
		r.first = func(contract.Reduction) contract.Stage {
			return contract.Stage{Outputs: contract.ClassesOnly, Later: 3}
		}
		r.next = func(_ string, tr contract.Training) (contract.Stage, bool, error) { return make(tr), false, nil }
		if want == "out of range (3 columns)" {
			r.first = func(contract.Reduction) contract.Stage {
				return contract.Stage{Problems: contract.Labelled(upTo(3)), Outputs: contract.ClassesOnly, Later: 3}
			}
		}
		s := openComponent(t, labelText(t, abc, "", "reduction \"bad\" \"bad\" {}\nreduction \"labels\" \"br\" {}"), learnerOf(&witness{}, contract.Margin),
			r.component("bad"), relevance(contract.NoOutputs).component("labels"))
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			result := s.memory.results[c.Key]
			if bad := c.Reduction == "bad"; bad != (result.Status == store.Failed) || bad && !strings.Contains(result.Error, want) {
				t.Errorf("%s: %s %s %q", want, c.Reduction, result.Status, result.Error)
			}
		}
	}
}
