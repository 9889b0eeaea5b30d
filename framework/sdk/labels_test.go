package sdk

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Targets of every task reach plain learners as they are, and those of no task are
// refused before anything is trained.
func TestTargetsOfEveryTask(t *testing.T) {
	features, set := sixRows(t)
	for name, test := range map[string]struct {
		problem service.Problem
		y       []float64
		width   int // 0 if it is refused
	}{
		"regression":      {service.Problem{Task: contract.Regression, Classes: 2}, []float64{0.5, -7, 0, 1e9, 2, 3}, 1},
		"multiclass":      {service.Problem{Task: contract.Multiclass, Classes: 5}, []float64{4, 0, 1, 2, 3, 4}, 5},
		"binary":          {service.Problem{Task: contract.Binary, Classes: 2}, []float64{1, 1, -1, -1, 1, 1}, 1},
		"lists":           {service.Problem{Task: contract.Binary, Positives: []int32{0, 3, 5}}, []float64{1, -1, -1, 1, -1, 1}, 1},
		"list of numbers": {service.Problem{Task: contract.Regression, Positives: []int32{0, 3}}, nil, 0},
		"list backwards":  {service.Problem{Task: contract.Binary, Positives: []int32{3, 0}}, nil, 0},
		"list too long":   {service.Problem{Task: contract.Binary, Positives: []int32{6}}, nil, 0},
		"negative row":    {service.Problem{Task: contract.Binary, Positives: []int32{-1}}, nil, 0},
		"left out":        {service.Problem{Task: contract.Binary, Classes: 2}, []float64{1, 1, 0, -1, 1, 1}, 0},
		"beyond":          {service.Problem{Task: contract.Multiclass, Classes: 4}, []float64{4, 0, 1, 2, 3, 3}, 0},
		"between":         {service.Problem{Task: contract.Multiclass, Classes: 4}, []float64{0.5, 0, 1, 2, 3, 3}, 0},
		"too few":         {service.Problem{Task: contract.Regression, Classes: 2}, []float64{1, 2}, 0},
		"none":            {service.Problem{Task: contract.Regression, Classes: 2}, nil, 0},
		"binary of three": {service.Problem{Task: contract.Binary, Classes: 2}, []float64{1, 2, -1, -1, 1, 1}, 0},
	} {
		if test.y != nil && test.problem.Positives == nil {
			test.problem.Target = filepath.Join(t.TempDir(), "y.npy")
			if err := matrix.WriteFloat64(test.problem.Target, len(test.y), 0, test.y); err != nil {
				t.Fatal(err)
			}
		}
		r := &recorder{}
		p := serve(r)
		var done []service.Trained
		err := p.Train(t.Context(), service.TrainCall{
			Component: "recorder", Features: features, RowSets: []service.RowSet{set}, Problems: []service.Problem{test.problem},
		}, func(d service.Trained) { done = append(done, d) })
		if test.width == 0 {
			if err == nil || len(r.problems) > 0 {
				t.Errorf("%s: trained, %v", name, err)
			}
			continue
		}
		if err != nil || done[0].Err != nil || !slices.Equal(r.problems[0].Y, test.y) || r.problems[0].X.Rows != 6 {
			t.Fatalf("%s: %v, %+v", name, err, done)
		}
		out := filepath.Join(t.TempDir(), "s.npy")
		scored, err := p.Score(t.Context(),
			service.ScoreCall{Models: []string{done[0].Model}, Features: features, Ranges: set.Ranges, Output: out})
		if err != nil || !slices.Equal(scored.Widths, []int{test.width}) {
			t.Errorf("%s: widths %v, %v", name, scored.Widths, err)
		}
	}
}

// labelled is a reducer of labels whose next stage has targets.
type labelled struct {
	stages
	shown *contract.Training
	next  contract.Stage
}

func (l labelled) Next(_ []byte, t contract.Training) (contract.Stage, bool, error) {
	*l.shown = t
	return l.next, false, nil
}

func (labelled) Decode(_ []byte, s contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return contract.Decoded{Scores: s, Predictions: []int{1, 0, 0, 1, 1, 1}}, nil
}

// Labels are read, targets are written to the file that the call names, and
// predictions of labels are a matrix.
func TestReducersOfLabels(t *testing.T) {
	dir := t.TempDir()
	call := service.NextCall{
		Component: service.ComponentRef{Kind: contract.KindReducer, Name: "labels"}, Counts: []int{2, 1, 0},
		Labels: filepath.Join(dir, "y.npy"), Targets: filepath.Join(dir, "t.npy"),
	}
	if err := matrix.WriteInt8(call.Labels, 2, 3, []int8{1, 0, 0, 1, 1, 0}); err != nil {
		t.Fatal(err)
	}
	targets := contract.Matrix{Rows: 2, Cols: 2, Data: []float64{1.5, 2, 3, 4}}
	for name, test := range map[string]struct {
		next contract.Stage
		want string // in the error
	}{
		"sound": {contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: targets}, Of: []int{1}}, ""},
		"ragged": {contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: contract.Matrix{Rows: 2, Cols: 3, Data: targets.Data}}},
			"4 values for 2 × 3"},
		"nothing": {contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: targets}, Of: []int{}}, "Of is empty"},
	} {
		var shown contract.Training
		p := New(contract.Plugin{Components: []contract.Component{{
			Kind: contract.KindReducer, Name: "labels",
			NewReducer: func(contract.Config) (contract.Reducer, error) { return labelled{stages{}, &shown, test.next}, nil },
		}}})
		next, done, err := p.Next(t.Context(), call)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || done || next.Targets().Values.Rows != 2 || next.Targets().Values.Cols != 2 || next.Targets().Values.Data != nil {
			t.Errorf("next %+v, %v, %v", next, done, err)
		}
		if !slices.Equal(shown.Labels, []int8{1, 0, 0, 1, 1, 0}) || shown.Classes != nil || shown.Outputs.Rows != 2 {
			t.Errorf("shown %+v", shown)
		}
		written, rows, cols, err := matrix.ReadFloat64(call.Targets)
		if err != nil || rows != 2 || cols != 2 || !slices.Equal(written, targets.Data) {
			t.Errorf("written %v, %v", written, err)
		}
		decode := service.DecodeCall{Component: call.Component, Scores: dir + "/s.npy", ClassScores: dir + "/c.npy",
			Predictions: dir + "/k.npy"}
		if err := matrix.WriteFloat64(decode.Scores, 2, 3, make([]float64, 6)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Decode(t.Context(), decode); err != nil {
			t.Fatal(err)
		}
		if y, err := matrix.ReadInt32(decode.Predictions); err != nil || !slices.Equal(y, []int32{1, 0, 0, 1, 1, 1}) {
			t.Errorf("predictions %v, %v", y, err)
		}
		bad := call
		bad.Counts = []int{1, 2, 3, 4}
		if _, _, err := p.Next(t.Context(), bad); err == nil {
			t.Error("six values are taken for rows of four labels")
		}
	}
}
