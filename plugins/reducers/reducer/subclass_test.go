package reducer

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// meant is a training part and what models between the means of their sides say of it.
type meant struct {
	contract.Training
	widths []int // columns of each stage
}

// clusters is rows on a line: some around each place of each class.
func clusters(places [][]float64, rows int, noise float64) meant {
	r := rand.New(rand.NewPCG(4, 4))
	m := meant{Training: contract.Training{Kind: contract.LogOdds, Counts: make([]int, len(places))}}
	for class, list := range places {
		for _, place := range list {
			for range rows {
				m.Features.Data = append(m.Features.Data, place+noise*r.NormFloat64())
				m.Classes = append(m.Classes, class)
				m.Counts[class]++
			}
		}
	}
	m.Features.Rows, m.Features.Cols = len(m.Classes), 1
	return m
}

// train adds the outputs of a stage: the score of a row is how much nearer it is to the
// mean of the positive rows than to that of the negative ones.
func (m *meant) train(t *testing.T, s contract.Stage) {
	t.Helper()
	if err := s.Check(len(m.Counts)); err != nil {
		t.Fatal(err)
	}
	before := m.Outputs
	m.Outputs = contract.Matrix{Rows: len(m.Classes), Cols: before.Cols + s.Targets.Cols}
	m.widths = append(m.widths, s.Targets.Cols)
	var mean, count [2][]float64
	for side := range 2 {
		mean[side], count[side] = make([]float64, s.Targets.Cols), make([]float64, s.Targets.Cols)
	}
	for i, x := range m.Features.Data {
		for l, y := range s.Targets.Row(i) {
			if y != 0 {
				side := int(y+1) / 2
				mean[side][l], count[side][l] = mean[side][l]+x, count[side][l]+1
			}
		}
	}
	for i, x := range m.Features.Data {
		if before.Rows > 0 {
			m.Outputs.Data = append(m.Outputs.Data, before.Row(i)...)
		}
		for l := range s.Targets.Cols {
			low, high := mean[0][l]/count[0][l], mean[1][l]/count[1][l]
			m.Outputs.Data = append(m.Outputs.Data, 4*(high-low)*(x-(low+high)/2))
		}
	}
}

// run goes through the stages and returns the last one.
func (m *meant) run(t *testing.T, r contract.Reducer) contract.Stage {
	t.Helper()
	stage := mustPlan(t, r, numbered(len(m.Counts)))
	most := stage.Later
	for {
		next, done, err := r.(contract.Stager).Next(stage.State, m.Training)
		if err != nil {
			t.Fatal(err)
		}
		if done || !next.Asks() {
			if m.Outputs.Cols > most {
				t.Errorf("%d problems, announced are %d", m.Outputs.Cols, most)
			}
			return next
		}
		m.train(t, next)
		stage = next
	}
}

// A class on both sides of another is split, and then all rows are right; so are scores and
// probabilities of classes, and what is decoded by what was counted of sub-classes.
func TestSubclasses(t *testing.T) {
	for _, decoding := range []string{"attenuated_euclidean", "product", "probabilistic", "loss_weighted", "loss_based"} {
		m := clusters([][]float64{{-30, 30}, {0}, {9}}, 20, 1)
		config := fmt.Sprintf(`{"code":"subclass_ecoc","draw":0,"decoding":%q}`, decoding)
		if ds := component(t, "ecoc").Check(contract.Config(config)); len(ds) > 0 {
			t.Errorf("%v", show(ds))
		}
		r := build(t, "ecoc", config)
		last := m.run(t, r)
		s, err := readState(last.State)
		if err != nil || s.Parts[3] != 0 || len(s.Parts) != s.Code.Classes() {
			t.Fatalf("%s: sub-classes %v, %v", decoding, s.Parts, err)
		}
		if decoding == "loss_weighted" && slices.Max(s.Rule.Weights[3]) != 1 {
			t.Errorf("the models are never right on the rows of sub-class 3: %v", s.Rule.Weights)
		}
		d, err := r.Decode(last.State, m.Outputs, contract.LogOdds)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(d.Predictions, m.Classes) || d.Scores.Cols != 3 {
			t.Errorf("%s: predictions %v", decoding, d.Predictions)
		}
		if d.Probabilities == nil {
			continue
		}
		for i, class := range m.Classes {
			p := d.Probabilities.Row(i)
			if sum := p[0] + p[1] + p[2]; sum < 1-1e-12 || sum > 1+1e-12 || slices.Max(p) != p[class] {
				t.Errorf("%s: probabilities %v of a row of class %d", decoding, p, class)
			}
		}
	}
}

// Rows that no split tells apart: the first round counts, and decoding looks at its columns
// alone. Nor is anything split where nothing is wrong or clusters are too small.
func TestSplitsThatDoNotPay(t *testing.T) {
	for name, test := range map[string]struct {
		m    meant
		want []int
	}{
		"the same places": {clusters([][]float64{{-1, 1}, {-1, 1}, {9}}, 30, 0), []int{2, 3}},
		"nothing wrong":   {clusters([][]float64{{0}, {20}, {40}}, 30, 1), []int{2}},
	} {
		r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"product"}`)
		last := test.m.run(t, r)
		if !slices.Equal(test.m.widths, test.want) {
			t.Errorf("%s: rounds of %v columns, want %v", name, test.m.widths, test.want)
		}
		s, err := readState(last.State)
		if err != nil || s.Skip != 0 || !slices.Equal(s.Parts, []int{0, 1, 2}) {
			t.Errorf("%s: sub-classes %v after %d columns, %v", name, s.Parts, s.Skip, err)
		}
		if _, err := r.Decode(last.State, test.m.Outputs, contract.LogOdds); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	few := clusters([][]float64{{-30, 30}, {0}, {9}}, 100, 1)
	for i := 7; i < 100; i++ { // seven rows of 400 are left at -30
		few.Features.Data[i] = 30
	}
	r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"attenuated_euclidean"}`)
	if first := mustPlan(t, r, numbered(3)); first.Later != 2+3*(24-1) {
		t.Errorf("%d problems are announced", first.Later)
	}
	last := few.run(t, r)
	d, err := r.Decode(last.State, few.Outputs, contract.LogOdds)
	if err != nil || slices.Equal(d.Predictions, few.Classes) || !slices.Equal(few.widths, []int{2}) {
		t.Errorf("too few: rounds of %v columns, %v", few.widths, err)
	}
}

// A second model learns from the columns that count.
func TestSubclassesAreLearned(t *testing.T) {
	m := clusters([][]float64{{-30, 30}, {0}, {9}}, 20, 1)
	r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"learned","learner":"nb",`+
		`"thresholds":{"0":1,"1":1,"2":9}}`)
	last := m.run(t, r)
	s, err := readState(last.State)
	if err != nil || len(last.Of) != s.Code.Columns() || last.Of[0] != s.Skip || s.Skip == 0 ||
		last.Task != contract.Multiclass {
		t.Fatalf("%+v, %v", last, err)
	}
	same := clusters([][]float64{{-1, 1}, {-1, 1}, {9}}, 30, 0)
	if first := same.run(t, r); !slices.Equal(first.Of, []int{0, 1}) {
		t.Errorf("of splits that did not pay the second model learns from the columns %v", first.Of)
	}
	scores := contract.Matrix{Rows: 1, Cols: m.Outputs.Cols + 3, Data: append(slices.Clone(m.Outputs.Row(0)), 1, 0, 2)}
	d, err := r.Decode(last.State, scores, contract.LogOdds)
	if err != nil || !slices.Equal(d.Scores.Data, []float64{1, 0, 2}) || d.Predictions[0] != 0 {
		t.Errorf("%+v, %v", d, err)
	}
}

// Damaged states are refused.
func TestStatesOfSubclasses(t *testing.T) {
	m := clusters([][]float64{{-30, 30}, {0}}, 20, 1)
	r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"hamming"}`)
	for _, bad := range []string{
		`"rounds":[0],"splits":[0]`, `"rounds":[1],"splits":[0]`, `"rounds":[0,2,1],"splits":[0]`, `"splits":[0]`,
		`"rounds":[0,1],"splits":[2]`, `"rounds":[0,1],"splits":[-1]`, `"rounds":[0,0,0,0,0]`, `"rounds":[0]`,
	} {
		_, _, err := r.(contract.Stager).Next([]byte(`{"phase":"split","rule":{"method":"hamming"},`+bad+`}`), m.Training)
		if err == nil || strings.Contains(err.Error(), "runtime") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for _, bad := range []string{`[0]`, `[0,-1]`, `[0,2]`, `[0,1,1]`} {
		state := `{"phase":"observe","rule":{"method":"hamming"},"rows":["+","-"],"parts":` + bad + `}`
		scores := contract.Matrix{Rows: 1, Cols: 1, Data: []float64{1}}
		if _, err := r.Decode([]byte(state), scores, contract.LogOdds); err == nil {
			t.Errorf("sub-classes %s of two rows", bad)
		}
	}
	d := joined(contract.Decoded{
		Scores: contract.Matrix{Rows: 1, Cols: 3, Data: []float64{-3, -1, -2}}, Predictions: []int{1},
		Probabilities: &contract.Matrix{Rows: 1, Cols: 3, Data: []float64{0.25, 0.5, 0.25}},
	}, []int{1, 0, 1}, 2)
	if !slices.Equal(d.Scores.Data, []float64{-1, -2}) || !slices.Equal(d.Probabilities.Data, []float64{0.5, 0.5}) ||
		!reflect.DeepEqual(d.Predictions, []int{0}) {
		t.Errorf("%+v", d)
	}
}
