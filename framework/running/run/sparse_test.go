package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// summer is a learner over rows in either form: its model is the sum of the
// positive rows less that of the negative ones. It remembers the features.
type summer struct {
	mu    sync.Mutex
	forms []string
}

func (*summer) Train(context.Context, contract.Problem) (contract.Model, error) {
	return nil, errors.New("problems come in batches")
}

func (r *summer) TrainBatch(_ context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	f := b.Features
	form := "dense"
	if f.CSR != nil {
		form = "sparse"
	}
	r.mu.Lock()
	r.forms = append(r.forms, fmt.Sprintf("%s %d × %d, scaled: %v", form, f.Rows, f.Cols, b.RowSets[0].Scale != nil))
	r.mu.Unlock()
	for i, p := range b.Problems {
		set := b.RowSets[p.RowSet]
		w := make(direction, f.Cols)
		for _, g := range set.Ranges {
			for row := g.Start; row < g.End; row++ {
				w.add(f, row, float64(p.Column[g.Class]))
			}
		}
		if set.Scale != nil {
			for j := range w {
				w[j] /= set.Scale[j]
			}
		}
		done(i, w, nil)
	}
	return nil
}

type direction []float64

func (w direction) add(f contract.Features, row int, sign float64) {
	if f.CSR == nil {
		for j, v := range f.Dense[row*f.Cols : (row+1)*f.Cols] {
			w[j] += sign * v
		}
		return
	}
	for at := f.CSR.Indptr[row]; at < f.CSR.Indptr[row+1]; at++ {
		w[f.CSR.Indices[at]] += sign * f.CSR.Data[at]
	}
}

func (w direction) Score(x contract.Matrix, scores []float64) {
	for i := range scores {
		scores[i] = 0
		for j, v := range x.Row(i) {
			scores[i] += w[j] * v
		}
	}
}

// sparseSummer is a summer whose models score sparse rows as they are.
type sparseSummer struct{ summer }

func (r *sparseSummer) TrainBatch(ctx context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	return r.summer.TrainBatch(ctx, b, func(i int, m contract.Model, err error) { done(i, sparseDirection{m.(direction)}, err) })
}

type sparseDirection struct{ direction }

func (w sparseDirection) ScoreSparse(x contract.SparseMatrix, scores []float64) {
	for i := range scores {
		scores[i] = 0
		for at := x.Indptr[i]; at < x.Indptr[i+1]; at++ {
			scores[i] += w.direction[x.Indices[at]] * x.Data[at]
		}
	}
}

// openSummer prepares an experiment with a learner of either kind.
func openSummer(t *testing.T, text string, sparse bool, l contract.Learner) *setting {
	t.Helper()
	return openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return l, nil },
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.TrainsBatches | contract.Deterministic | contract.TakesSparse.If(sparse),
		},
	})
}

const sparseExperiment = `
experiment "sparse" { seed = 3 }
dataset "words" { file = "%s" }
encoder "one_hot" "scaled" {}
encoder "none" "raw" {}
learner "spy" "spy" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
metric "accuracy" {}
`

// words writes rows of three classes: each class has words of its own, and all
// share some.
func words(t *testing.T, features int) string {
	t.Helper()
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "%d %d:%d %d:0.5 %d:1\n", i%3, 1+i%3+3*(i%4), 2+i%5, 20+i%7, features-i%2)
	}
	path := filepath.Join(t.TempDir(), "words.svm")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSparseFeatures runs a file of sparse rows through a learner that takes
// them as they are and through one that does not.
func TestSparseFeatures(t *testing.T) {
	text := fmt.Sprintf(sparseExperiment, words(t, 40))
	outputs := map[string]map[string]store.Output{}
	for form, learner := range map[string]contract.Learner{"sparse": &sparseSummer{}, "dense": &summer{}} {
		s := openSummer(t, text, form == "sparse", learner)
		if err := s.run(t, 2, nil); err != nil {
			t.Fatal(err)
		}
		if len(s.memory.results) != 6 {
			t.Errorf("%s: %d cells", form, len(s.memory.results))
		}
		for _, r := range s.memory.results {
			if r.Status != store.OK || r.TestRows != 20 {
				t.Errorf("%s: %+v", form, r)
			}
		}
		outputs[form] = s.memory.outputs
		forms := &summer{}
		switch l := learner.(type) {
		case *sparseSummer:
			forms = &l.summer
		case *summer:
			forms = l
		}
		slices.Sort(forms.forms)
		want := []string{form + " 60 × 40, scaled: false", form + " 60 × 40, scaled: true"}
		if got := slices.Compact(forms.forms); !slices.Equal(got, want) {
			t.Errorf("%s: the learner saw %q", form, got)
		}
	}
	for key, a := range outputs["sparse"] {
		if b := outputs["dense"][key]; !slices.Equal(a.Test.Predicted.Class, b.Test.Predicted.Class) || !slices.Equal(a.Test.Rows, b.Test.Rows) {
			t.Errorf("cell %s: the forms differ", key)
		}
	}
}

// TestIndicatorsTooLargeToBeDense has a column with so many categories that their
// indicators go to a learner in compressed form, or not at all.
func TestIndicatorsTooLargeToBeDense(t *testing.T) {
	var b strings.Builder
	b.WriteString("word,class\n")
	for i := range 24_000 {
		fmt.Fprintf(&b, "w%d,%d\n", i/2, i/2%2)
	}
	path := filepath.Join(t.TempDir(), "words.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	text := must.Replace(fmt.Sprintf(sparseExperiment, path), "file = ", "target = \"class\"\nfile = ")
	text = must.ReplaceAll(text, "dataset \"words\" {", "dataset \"words\" {\n", "encoder \"none\" \"raw\" {}", "", "\" }\nencoder", "\"\n}\nencoder")
	for _, sparse := range []bool{true, false} {
		learner := &sparseSummer{}
		s := openSummer(t, text, sparse, learner)
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, r := range s.memory.results {
			if ok := r.Status == store.OK; ok != sparse || !ok && !strings.Contains(r.Error, "GiB as a dense matrix") {
				t.Errorf("sparse %v: %+v", sparse, r)
			}
		}
		if sparse != (len(learner.forms) == 3) || sparse && !strings.HasPrefix(learner.forms[0], "sparse 24000 × ") {
			t.Errorf("sparse %v: %q", sparse, learner.forms)
		}
	}
}

// A stage sees sparse features as dense ones, unless they are too many.
func TestStagesSeeSparseFeatures(t *testing.T) {
	for features, good := range map[int]bool{40: true, 4_000_000: false} {
		r := &staged{
			first: contract.Stage{Features: true, Later: 1},
			next: func(string, contract.Training) (contract.Stage, bool, error) {
				return contract.Stage{Problems: contract.Coded{Code: contract.Dense{{1}, {-1}, {-1}}}}, false, nil
			},
		}
		text := must.ReplaceAll(fmt.Sprintf(sparseExperiment, words(t, features)), `encoder "none" "raw" {}`, "", `"one_vs_rest" "ova"`, `"staged" "s"`)
		s := openComponent(t, text, contract.Component{
			Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return &sparseSummer{}, nil },
			Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
				Properties: contract.TrainsBatches | contract.Deterministic | contract.TakesSparse},
		}, r.component())
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, result := range s.memory.results {
			if (result.Status == store.OK) != good || !good && !strings.Contains(result.Error, "asks for the features of the training rows: 40 rows of 4000000 features") {
				t.Errorf("%d features: %s %q", features, result.Status, result.Error)
			}
		}
		for _, shown := range r.shown {
			// Feature 40 is 1 in every second row, and 39 in the others; both are scaled by 1.
			if x := shown.Features; x.Rows != 40 || x.Cols != 40 || x.Row(0)[38]+x.Row(0)[39] != 1 {
				t.Errorf("%d × %d features, the first row is %v", x.Rows, x.Cols, x.Row(0))
			}
		}
		if (len(r.shown) == 3) != good {
			t.Errorf("%d features: %d trainings were shown", features, len(r.shown))
		}
	}
}
