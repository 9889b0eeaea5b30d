package sdk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// recorder is a learner whose model is the problem it was given: its score for
// a row is the row's first value plus the sum of y·weight.
type recorder struct{ problems []contract.Problem }

type recorded struct {
	bias  float64
	width int
}

func (r *recorder) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	p.X.Data, p.Y = slices.Clone(p.X.Data), slices.Clone(p.Y)
	r.problems = append(r.problems, p)
	if len(p.Y) == 3 {
		panic("three rows are unlucky")
	}
	m := recorded{width: 1}
	if p.Task == contract.Multiclass {
		m.width = p.Classes
	}
	for i, y := range p.Y {
		w := 1.0
		if p.Weights != nil {
			w = p.Weights[i]
		}
		m.bias += y * w
	}
	return m, nil
}

func (m recorded) Score(x contract.Matrix, scores []float64) {
	for i := range x.Rows {
		for j := range m.width {
			scores[i*m.width+j] = x.Row(i)[0] + m.bias + float64(100*j)
		}
	}
}

func (m recorded) Fit() contract.Fit { return contract.Fit{Objective: m.bias, HasObjective: true} }

func serve(r *recorder) service.Plugin {
	return New(contract.Plugin{Name: "p", Version: "1", Components: []contract.Component{{
		Kind: contract.KindLearner, Name: "recorder",
		NewLearner: func(contract.Config) (contract.Learner, error) { return r, nil },
	}}})
}

// sixRows are classes 0, 0, 1, 1, 1, 2 with values i and 10·i.
func sixRows(t *testing.T) (service.Features, service.RowSet) {
	t.Helper()
	var x []float64
	for i := range 6 {
		x = append(x, float64(i), float64(10*i))
	}
	path := filepath.Join(t.TempDir(), "X.npy")
	if err := matrix.WriteFloat64(path, 6, 2, x); err != nil {
		t.Fatal(err)
	}
	set := service.RowSet{
		Ranges: []contract.Range{{Start: 0, End: 2, Class: 0}, {Start: 2, End: 5, Class: 1}, {Start: 5, End: 6, Class: 2}},
		Shift:  []float64{1, 0}, Scale: []float64{2, 10},
	}
	return service.Features{Rows: 6, Cols: 2, Dense: path}, set
}

func train(t *testing.T, p service.Plugin, call service.TrainCall) []service.Trained {
	t.Helper()
	out := make([]service.Trained, len(call.Problems))
	if err := p.Train(t.Context(), call, func(d service.Trained) { out[d.Problem] = d }); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPlainLearnersSeeStandardisedRows(t *testing.T) {
	r := &recorder{}
	p := serve(r)
	features, set := sixRows(t)
	weights := filepath.Join(t.TempDir(), "w.npy")
	if err := matrix.WriteFloat64(weights, 6, 0, []float64{1, 2, 3, 4, 5, 6}); err != nil {
		t.Fatal(err)
	}
	set.Weights = weights
	features.Columns = filepath.Join(t.TempDir(), "columns.json")
	columns := `[{"name":"n","kind":"numeric"},{"name":"c","kind":"nominal","values":["a","b"]}]`
	if err := os.WriteFile(features.Columns, []byte(columns), 0o600); err != nil {
		t.Fatal(err)
	}
	done := train(t, p, service.TrainCall{
		Component: "recorder", Features: features, RowSets: []service.RowSet{set},
		Problems: []service.Problem{
			{Task: contract.Binary, Column: []int8{1, -1, -1}, Classes: 3, Seed: 9},
			{Task: contract.Binary, Column: []int8{1, 0, -1}, Classes: 3},
			{Task: contract.Multiclass, Classes: 3},
		},
	})
	whole, pair, multi := r.problems[0], r.problems[1], r.problems[2]
	if !slices.Equal(whole.X.Row(3), []float64{1, 3}) || whole.X.Rows != 6 || whole.Seed != 9 {
		t.Errorf("row 3 of the whole is %v of %d rows", whole.X.Row(3), whole.X.Rows)
	}
	if !slices.Equal(pair.Y, []float64{1, 1, -1}) || !slices.Equal(pair.Weights, []float64{1, 2, 6}) ||
		!slices.Equal(pair.X.Row(2), []float64{2, 5}) {
		t.Errorf("the pair is %+v", pair)
	}
	if !slices.Equal(multi.Y, []float64{0, 0, 1, 1, 1, 2}) {
		t.Errorf("multiclass targets %v", multi.Y)
	}
	if !reflect.DeepEqual(whole.Columns, []contract.Column{{Name: "n", Kind: contract.NumericColumn},
		{Name: "c", Kind: contract.NominalColumn, Values: []string{"a", "b"}}}) {
		t.Errorf("the columns are %+v", whole.Columns)
	}
	if done[1].Err == nil || !strings.Contains(done[1].Err.Error(), "unlucky") {
		t.Errorf("the panic became %v", done[1].Err)
	}
	if done[0].Fit.Objective != 3-18 || !done[0].Fit.HasObjective {
		t.Errorf("fit %+v", done[0].Fit)
	}
}

func TestScoresStandSideBySide(t *testing.T) {
	p := serve(&recorder{})
	features, set := sixRows(t)
	raw := set
	raw.Shift, raw.Scale = nil, nil
	done := train(t, p, service.TrainCall{
		Component: "recorder", Features: features, RowSets: []service.RowSet{set, raw},
		Problems: []service.Problem{
			{RowSet: 0, Task: contract.Binary, Column: []int8{1, -1, -1}, Classes: 3},
			{RowSet: 1, Task: contract.Binary, Column: []int8{1, -1, -1}, Classes: 3},
			{RowSet: 0, Task: contract.Multiclass, Classes: 3},
		},
	})
	call := service.ScoreCall{
		Models: []string{done[1].Model, done[2].Model, done[0].Model}, Features: features,
		Ranges: []contract.Range{{Start: 5, End: 6}, {Start: 0, End: 1}}, Output: filepath.Join(t.TempDir(), "s.npy"),
	}
	scored, err := p.Score(t.Context(), call)
	if err != nil || !slices.Equal(scored.Widths, []int{1, 3, 1}) {
		t.Fatalf("widths %v, %v", scored.Widths, err)
	}
	s, rows, cols, err := matrix.ReadFloat64(call.Output)
	want := []float64{5 - 2, 2 + 5, 2 + 105, 2 + 205, 0, 0 - 2, -0.5 + 5, -0.5 + 105, -0.5 + 205, -0.5 - 2}
	if err != nil || rows != 2 || cols != 5 || !slices.Equal(s, want) {
		t.Errorf("%d × %d scores %v, %v; want %v", rows, cols, s, err, want)
	}
	if err := p.Forget(t.Context(), call.Models[:1]); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Score(t.Context(), call); err == nil {
		t.Error("a forgotten model scores")
	}
}

func TestTargetsReplaceCodeColumns(t *testing.T) {
	r := &recorder{}
	features, set := sixRows(t)
	target := filepath.Join(t.TempDir(), "y.npy")
	if err := matrix.WriteFloat64(target, 6, 0, []float64{1, -1, 1, -1, 1, -1}); err != nil {
		t.Fatal(err)
	}
	train(t, serve(r), service.TrainCall{
		Component: "recorder", Features: features, RowSets: []service.RowSet{set},
		Problems: []service.Problem{{Task: contract.Binary, Target: target, Classes: 2}},
	})
	if !slices.Equal(r.problems[0].Y, []float64{1, -1, 1, -1, 1, -1}) {
		t.Errorf("targets %v", r.problems[0].Y)
	}
}

func TestBadCallsAreErrors(t *testing.T) {
	features, set := sixRows(t)
	good := service.TrainCall{
		Component: "recorder", Features: features, RowSets: []service.RowSet{set},
		Problems: []service.Problem{{Task: contract.Binary, Column: []int8{1, -1, -1}, Classes: 3}},
	}
	for name, spoil := range map[string]func(*service.TrainCall){
		"unknown component": func(c *service.TrainCall) { c.Component = "other" },
		"no such file":      func(c *service.TrainCall) { c.Features.Dense += "x" },
		"wrong shape":       func(c *service.TrainCall) { c.Features.Rows = 7 },
		"sparse":            func(c *service.TrainCall) { c.Features.Dense = "" },
		"row set number":    func(c *service.TrainCall) { c.Problems = []service.Problem{{RowSet: 1}} },
		"short column": func(c *service.TrainCall) {
			c.Problems = []service.Problem{{Task: contract.Binary, Column: []int8{1, -1}}}
		},
		"few classes": func(c *service.TrainCall) { c.Problems = []service.Problem{{Task: contract.Multiclass, Classes: 2}} },
		"rows beyond": func(c *service.TrainCall) {
			c.RowSets = []service.RowSet{{Ranges: []contract.Range{{Start: 4, End: 7}}}}
		},
		"short shift": func(c *service.TrainCall) {
			c.RowSets = []service.RowSet{{Ranges: set.Ranges, Shift: []float64{1}, Scale: []float64{1, 1}}}
		},
	} {
		call := good
		spoil(&call)
		if err := serve(&recorder{}).Train(t.Context(), call, func(service.Trained) {}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// patient is a learner that waits for the end of the call.
type patient struct{}

func (patient) Train(ctx context.Context, _ contract.Problem) (contract.Model, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// What ends with the call is not the fault of a problem: the call fails.
func TestEndOfTheCallFailsTheCall(t *testing.T) {
	features, set := sixRows(t)
	p := New(contract.Plugin{Name: "p", Version: "1", Components: []contract.Component{{
		Kind: contract.KindLearner, Name: "patient",
		NewLearner: func(contract.Config) (contract.Learner, error) { return patient{}, nil },
	}}})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	call := service.TrainCall{Component: "patient", Features: features, RowSets: []service.RowSet{set},
		Problems: []service.Problem{{Task: contract.Binary, Column: []int8{1, -1, -1}}}}
	err := p.Train(ctx, call, func(d service.Trained) { t.Errorf("reported: %v", d.Err) })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

// stages is a reducer of two stages.
type stages struct{}

func (stages) Plan(contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	return contract.Stage{Problems: contract.Coded{Code: contract.Dense{{1}, {-1}}}, Outputs: contract.InSample,
		State: []byte("one")}, nil
}

func (stages) Next(state []byte, t contract.Training) (contract.Stage, bool, error) {
	return contract.Stage{State: fmt.Appendf(state, " %d×%d %v %v %s %v %d", t.Outputs.Rows, t.Outputs.Cols, t.Classes,
		t.Counts, t.Kind, t.Features.Matrix, t.Seed)}, true, nil
}

func (stages) Decode(_ []byte, s contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return contract.Decoded{Scores: s, Predictions: make([]int, s.Rows), Probabilities: &s}, nil
}

func TestReducersOfSeveralStages(t *testing.T) {
	p := New(contract.Plugin{Components: []contract.Component{{
		Kind: contract.KindReducer, Name: "stages",
		NewReducer: func(contract.Config) (contract.Reducer, error) { return stages{}, nil },
	}}})
	dir := t.TempDir()
	outputs, classes := filepath.Join(dir, "o.npy"), filepath.Join(dir, "c.npy")
	if err := matrix.WriteFloat64(outputs, 2, 1, []float64{1, 2}); err != nil {
		t.Fatal(err)
	}
	if err := matrix.WriteInt32(classes, 2, 0, []int32{1, 0}); err != nil {
		t.Fatal(err)
	}
	ref := service.ComponentRef{Kind: contract.KindReducer, Name: "stages"}
	stage, _, err := p.Plan(t.Context(), ref, contract.Reduction{})
	if err != nil || stage.Outputs != contract.InSample {
		t.Fatalf("stage %+v, %v", stage, err)
	}
	call := service.NextCall{Component: ref, State: stage.State, Outputs: outputs, Classes: classes,
		Counts: []int{1, 1, 0}, Kind: contract.Margin, Seed: 7}
	next, done, err := p.Next(t.Context(), call)
	if err != nil || !done || string(next.State) != "one 2×1 [1 0] [1 1 0] margin {0 0 []} 7" {
		t.Errorf("next %q, done %v, %v", next.State, done, err)
	}
	call.Outputs, call.Kind = "", ""
	next, _, err = p.Next(t.Context(), call)
	if err != nil || string(next.State) != "one 2×0 [1 0] [1 1 0]  {0 0 []} 7" {
		t.Errorf("without outputs next %q, %v", next.State, err)
	}
	call.Outputs = filepath.Join(dir, "long.npy")
	if err := matrix.WriteFloat64(call.Outputs, 3, 1, []float64{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Next(t.Context(), call); err == nil {
		t.Error("outputs of three rows are taken for two")
	}
	decode := service.DecodeCall{Component: ref, Scores: outputs, ClassScores: dir + "/s.npy",
		Probabilities: dir + "/p.npy", Predictions: dir + "/k.npy"}
	if done, err := p.Decode(t.Context(), decode); err != nil || !done.Probabilities {
		t.Errorf("decode: %v, %v", done, err)
	}
	if k, err := matrix.ReadInt32(decode.Predictions); err != nil || !slices.Equal(k, []int32{0, 0}) {
		t.Errorf("predictions %v, %v", k, err)
	}
	if v, _, _, err := matrix.ReadFloat64(decode.Probabilities); err != nil || v[1] != 2 || math.IsNaN(v[0]) {
		t.Errorf("probabilities %v, %v", v, err)
	}
}

// A stager sees features as learners do: the training rows, shifted and scaled,
// dense whatever their form.
func TestFeaturesOfAStage(t *testing.T) {
	p := New(contract.Plugin{Components: []contract.Component{{
		Kind: contract.KindReducer, Name: "stages",
		NewReducer: func(contract.Config) (contract.Reducer, error) { return stages{}, nil },
	}}})
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name+".npy") }
	if err := errors.Join(
		matrix.WriteInt32(file("classes"), 2, 0, []int32{0, 1}),
		matrix.WriteFloat64(file("X"), 3, 2, []float64{1, 0, 9, 9, 0, 4}),
		matrix.WriteFloat64(file("data"), 4, 0, []float64{1, 9, 9, 4}),
		matrix.WriteInt32(file("indices"), 4, 0, []int32{0, 0, 1, 1}),
		matrix.WriteInt64(file("indptr"), 4, 0, []int64{0, 1, 3, 4}),
	); err != nil {
		t.Fatal(err)
	}
	rows := service.RowSet{Ranges: []contract.Range{{Start: 0, End: 1, Class: 0}, {Start: 2, End: 3, Class: 1}},
		Scale: []float64{2, 4}}
	call := service.NextCall{Component: service.ComponentRef{Kind: contract.KindReducer, Name: "stages"},
		Classes: file("classes"), Rows: rows}
	for name, f := range map[string]service.Features{
		"dense":  {Rows: 3, Cols: 2, Dense: file("X")},
		"sparse": {Rows: 3, Cols: 2, Data: file("data"), Indices: file("indices"), Indptr: file("indptr")},
	} {
		call.Features = f
		next, _, err := p.Next(t.Context(), call)
		if err != nil || !strings.Contains(string(next.State), "{2 2 [0.5 0 0 1]}") {
			t.Errorf("%s: %q, %v", name, next.State, err)
		}
	}
	call.Features = service.Features{Rows: 3, Cols: 2, Dense: file("X")}
	call.Rows.Shift = []float64{1, 1}
	if next, _, err := p.Next(t.Context(), call); err != nil ||
		!strings.Contains(string(next.State), "{2 2 [0 -0.25 -0.5 0.75]}") {
		t.Errorf("shifted: %q, %v", next.State, err)
	}
	call.Rows.Ranges = call.Rows.Ranges[:1]
	if _, _, err := p.Next(t.Context(), call); err == nil {
		t.Error("one row of features is taken for two")
	}
}
