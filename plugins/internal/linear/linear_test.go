package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestScore(t *testing.T) {
	x := contract.Matrix{Rows: 3, Cols: 2, Data: []float64{1, 2, 3, 4, 5, 6}}
	for _, c := range []struct {
		model Model
		want  []float64
	}{
		{Model{W: []float64{1, -1}, B: []float64{0.5}}, []float64{-0.5, -0.5, -0.5}},
		{Model{W: []float64{1, 0, 0, 1}, B: []float64{10, 20}}, []float64{11, 22, 13, 24, 15, 26}},
	} {
		got := make([]float64, len(c.want))
		c.model.Score(x, got)
		for i := range got {
			if got[i] != c.want[i] {
				t.Fatalf("scores %v, want %v", got, c.want)
			}
		}
	}
}

// Threads change nothing.
func TestThreads(t *testing.T) {
	const rows, d, models = 70, 70, 4 * shared / (70 * 70)
	r := rand.New(rand.NewPCG(3, 0))
	random := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = r.NormFloat64()
		}
		return out
	}
	x := contract.Matrix{Rows: rows, Cols: d, Data: random(rows * d)}
	all := make([]contract.Model, models)
	for i := range all {
		all[i] = &Model{W: random(d), B: random(1)}
	}
	var scores [2][]float64
	for i, threads := range []int{1, 3} {
		scores[i] = make([]float64, rows*models)
		all[0].(*Model).ScoreAll(all, contract.Rows{Matrix: x}, threads, scores[i])
	}
	if !slices.Equal(scores[0], scores[1]) {
		t.Error("three threads give other scores than one")
	}
	alone := make([]float64, rows)
	all[models-1].Score(x, alone)
	for i, s := range alone {
		if scores[0][i*models+models-1] != s {
			t.Fatalf("the last model scores row %d %v, alone %v", i, scores[0][i*models+models-1], s)
		}
	}
}

func TestCheckBinary(t *testing.T) {
	good := func() contract.Problem {
		return contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 2, Cols: 1, Data: []float64{1, 2}},
			Y: []float64{1, -1}}
	}
	if err := CheckBinary(good(), contract.Rows{Matrix: good().X}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*contract.Problem)
		want   string
	}{
		"task":    {func(p *contract.Problem) { p.Task = contract.Multiclass }, "only binary"},
		"columns": {func(p *contract.Problem) { p.X.Cols = 0 }, "no feature columns"},
		"target":  {func(p *contract.Problem) { p.Y[1] = 0 }, "row 1"},
		"signs":   {func(p *contract.Problem) { p.Y[1] = 1 }, "both signs"},
		"NaN":     {func(p *contract.Problem) { p.X.Data[1] = math.NaN() }, "column 0"},
	} {
		p := good()
		c.change(&p)
		if err := CheckBinary(p, contract.Rows{Matrix: p.X}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not say %q", name, err, c.want)
		}
	}
}

func TestParams(t *testing.T) {
	all := append([]contract.Param{CParam(), PriorsParam()}, EndParams()...)
	for name, wrong := range map[string]any{"tol": 0.0, "max_iter": 0.0, "C": 0.0, "class_weight": "even",
		"priors": "even"} {
		i := slices.IndexFunc(all, func(p contract.Param) bool { return p.Name == name })
		if i < 0 || all[i].Check(wrong) == nil {
			t.Errorf("%s = %v passes", name, wrong)
		}
		if i >= 0 && all[i].Check(all[i].Default) != nil {
			t.Errorf("%s: %v", name, all[i].Check(all[i].Default))
		}
	}
	if !ClassWeight("balanced").Balanced() || ClassWeight("none").Balanced() {
		t.Error("classes weigh alike")
	}
}
