package labels

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func problem() contract.Problem {
	return contract.Problem{Task: contract.Binary, Y: []float64{-1, 1, -1},
		X: contract.Matrix{Rows: 3, Cols: 1, Data: []float64{1, 2, 3}}}
}

func TestOf(t *testing.T) {
	p := problem()
	if classes, k, err := Of(p, contract.Rows{Matrix: p.X}); !slices.Equal(classes, []int{0, 1, 0}) || k != 2 || err != nil {
		t.Errorf("signs are classes %v of %d, %v", classes, k, err)
	}
	p.Task, p.Classes, p.Y = contract.Multiclass, 4, []float64{3, 0, 3}
	if classes, k, err := Of(p, contract.Rows{Matrix: p.X}); !slices.Equal(classes, []int{3, 0, 3}) || k != 4 || err != nil {
		t.Errorf("numbers are classes %v of %d, %v", classes, k, err)
	}
}

func TestRefusals(t *testing.T) {
	for want, change := range map[string]func(*contract.Problem){
		"regression":       func(p *contract.Problem) { p.Task = contract.Regression },
		"no training rows": func(p *contract.Problem) { p.X.Rows, p.X.Data, p.Y = 0, nil, nil },
		"no feature":       func(p *contract.Problem) { p.X.Cols, p.X.Data = 0, nil },
		"weight NaN":       func(p *contract.Problem) { p.Weights = []float64{1, 1, math.NaN()} },
		"weight +Inf":      func(p *contract.Problem) { p.Weights = []float64{math.Inf(1), 1, 1} },
		"column 0":         func(p *contract.Problem) { p.X.Data[1] = math.NaN() },
		"neither":          func(p *contract.Problem) { p.Y[0] = 0.5 },
		"both signs":       func(p *contract.Problem) { p.Y[1] = -1 },
		"below 2":          func(p *contract.Problem) { p.Task, p.Classes, p.Y = contract.Multiclass, 2, []float64{0, 1, 2} },
		"target 0.5": func(p *contract.Problem) {
			p.Task, p.Classes, p.Y = contract.Multiclass, 2,
				[]float64{0, 1, 0.5}
		},
		"target NaN": func(p *contract.Problem) {
			p.Task, p.Classes, p.Y = contract.Multiclass, 2, []float64{0, 1, math.NaN()}
		},
		"target -1": func(p *contract.Problem) { p.Task, p.Classes = contract.Multiclass, 2 },
	} {
		p := problem()
		change(&p)
		if _, _, err := Of(p, contract.Rows{Matrix: p.X}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}
