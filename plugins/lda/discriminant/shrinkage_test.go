package discriminant

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

//go:embed testdata/shrinkage.json
var shrinkageFits []byte

// fits are the numbers of shrinkage.json.
type fits struct {
	Wine struct {
		X, Y    []float64
		Columns int
	}
	Fits []struct {
		Data            string
		Shrinkage       any
		Binary          bool
		Coef, Intercept []float64
	}
}

func loadFits(t *testing.T) fits {
	t.Helper()
	var f fits
	if err := json.Unmarshal(shrinkageFits, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f fits) problem(t *testing.T, data string) contract.Problem {
	if data == "iris" {
		return reference.Iris(t)
	}
	x := contract.Matrix{Rows: len(f.Wine.Y), Cols: f.Wine.Columns, Data: f.Wine.X}
	return contract.Problem{Task: contract.Multiclass, Classes: 3, X: x, Y: f.Wine.Y}
}

// TestShrinkageReference compares with scikit-learn, whose covariance has divisor
// N instead of N − K.
func TestShrinkageReference(t *testing.T) {
	all := loadFits(t)
	for _, want := range all.Fits {
		p := all.problem(t, want.Data)
		outputs := 3
		priors := []float64{0, 0, 0}
		for _, y := range p.Y {
			priors[int(y)] += 1 / float64(p.X.Rows)
		}
		if want.Binary {
			y := make([]float64, len(p.Y))
			for i, v := range p.Y {
				y[i] = -1
				if v == 0 {
					y[i] = 1
				}
			}
			p.Task, p.Y, outputs = contract.Binary, y, 1
			priors = []float64{priors[0] / (1 - priors[0])}
		}
		n, k := float64(p.X.Rows), float64(max(outputs, 2))
		m := reference.Train(t, Component(), map[string]any{"shrinkage": want.Shrinkage}, p).(*linear.Model)
		what := fmt.Sprintf("%s, shrinkage %v, %d outputs", want.Data, want.Shrinkage, outputs)
		for j, w := range want.Coef {
			reference.Near(t, fmt.Sprintf("%s: coefficient %d", what, j), m.W[j]*n/(n-k), w, 1e-9)
		}
		for j, b := range want.Intercept {
			log := math.Log(priors[j])
			reference.Near(t, fmt.Sprintf("%s: intercept %d", what, j), (m.B[j]-log)*n/(n-k)+log, b, 1e-9)
		}
	}
}

// TestShrinkageInABatch compares the one-against-rest problems of a batch, whose
// groups are several classes, with the same problems alone.
func TestShrinkageInABatch(t *testing.T) {
	for _, s := range []any{0.2, "auto"} {
		l, err := Component().Learner(contract.NewConfig(map[string]any{"shrinkage": s}))
		if err != nil {
			t.Fatal(err)
		}
		b := reference.IrisBatch(t)
		err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
			if err != nil {
				t.Fatal(err)
			}
			alone, err := l.Train(t.Context(), reference.Plain(b, i))
			if err != nil {
				t.Fatal(err)
			}
			for j, w := range alone.(*linear.Model).W {
				reference.Near(t, fmt.Sprintf("shrinkage %v, problem %d: weight %d", s, i, j), m.(*linear.Model).W[j], w, 1e-9)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	reference.CheckSymmetric(t, Component(), map[string]any{"shrinkage": "auto"})
	reference.CheckSymmetric(t, Component(), map[string]any{"shrinkage": 0.1})
}

func TestValidate(t *testing.T) {
	for text, wrong := range map[string]bool{`{"shrinkage":true}`: true, `{"shrinkage":[1]}`: true,
		`{"shrinkage":0.5}`: false, `{"shrinkage":"auto"}`: false, `{}`: false} {
		if got := len(Component().Check(contract.Config(text))) > 0; got != wrong {
			t.Errorf("%s: refused is %v", text, got)
		}
	}
}

// A pair of classes out of three is shrunk by the weights of its rows.
func TestShrinkageOfWeightedPairs(t *testing.T) {
	b := reference.IrisBatch(t)
	b.RowSets, b.Problems = b.RowSets[1:2], b.Problems[3:6]
	for i := range contract.CountRows(b.RowSets[0].Ranges) {
		b.RowSets[0].Weights = append(b.RowSets[0].Weights, 1+float64(i%7))
	}
	for i := range b.Problems {
		b.Problems[i].RowSet = 0
	}
	l, err := Component().Learner(contract.Config(`{"shrinkage":"auto"}`))
	if err != nil {
		t.Fatal(err)
	}
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil {
			t.Fatal(err)
		}
		p := reference.Plain(b, i)
		want := reference.Scores(reference.Train(t, Component(), map[string]any{"shrinkage": "auto"}, p), p.X, 1)
		for row, s := range reference.Scores(m, p.X, 1) {
			reference.Near(t, "score", s, want[row], 1e-9)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
