package multilabel

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"gonum.org/v1/gonum/mat"
)

// sample is training and test rows; one of classes and y is set.
type sample struct {
	x, test [][]float64
	y       [][]int8
	classes []int
	alpha   float64 // of the ridge regression that trains every problem
	names   []string
}

// vectors are testdata/multilabel.json.
type vectors struct {
	Alpha   float64     `json:"alpha"`
	X       [][]float64 `json:"x"`
	Y       [][]int8    `json:"y"`
	Test    [][]float64 `json:"xtest"`
	Classes []int       `json:"classes"`

	Relevance [][]float64 `json:"binary_relevance"`
	Chains    []struct {
		Order  []int       `json:"order"`
		Scores [][]float64 `json:"scores"`
	} `json:"chains"`
	Stacking    map[string][][]float64 `json:"stacking"`
	Tuned       []float64              `json:"tuned"`
	Cardinality float64                `json:"cardinality"`
	PLST        []struct {
		Components int         `json:"components"`
		Center     bool        `json:"center"`
		A          [][]float64 `json:"a"`
	} `json:"plst"`
	Explained []float64   `json:"explained"`
	Powerset  [][]int     `json:"label_powerset"`
	Pairs     string      `json:"pairs"`
	Votes     [][]float64 `json:"votes"`
	Number    []float64   `json:"class_number"`
}

func readVectors(t testing.TB) (vectors, sample) {
	t.Helper()
	b, err := os.ReadFile("testdata/multilabel.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v, sample{x: v.X, test: v.Test, y: v.Y, alpha: v.Alpha, names: []string{"a", "b", "c", "d"}}
}

// trained is a column of a stage: what the models should say of training rows, what
// the stage was shown of them, and what the kept model says of test rows.
type trained struct {
	truth, outputs, test []float64
}

// run goes through all stages of a reduction as a runner would and decodes the test
// rows. Row i is in inner fold i mod folds. Scores are margins.
func (s sample) run(t testing.TB, r contract.Reducer) (contract.Decoded, []contract.Stage) {
	t.Helper()
	training := s.training()
	stage := mustPlan(t, r, contract.Reduction{Classes: s.names, Counts: training.Counts, Seed: 7})
	var stages []contract.Stage
	var columns []trained
	later := 0
	for {
		if err := stage.Check(len(s.names)); err != nil {
			t.Fatal(err)
		}
		if len(stages) > 0 {
			later += stage.Fits()
		}
		stages = append(stages, stage)
		columns = append(columns, s.train(stage, columns)...)
		if !stage.Asks() {
			break
		}
		training.Outputs = besideEach(columns, len(s.x), func(c trained) []float64 { return c.outputs })
		next, done, err := r.(contract.Stager).Next(stage.State, training)
		if err != nil {
			t.Fatal(err)
		}
		if stage = next; done {
			break
		}
	}
	if later > stages[0].Later {
		t.Fatalf("later stages train %d problems, announced %d", later, stages[0].Later)
	}
	d, err := r.Decode(stage.State, besideEach(columns, len(s.test), func(c trained) []float64 { return c.test }),
		contract.Margin)
	if err != nil {
		t.Fatal(err)
	}
	return d, stages
}

func (s sample) training() contract.Training {
	training := contract.Training{Classes: s.classes, Counts: make([]int, len(s.names)), Kind: contract.Margin, Seed: 1}
	for i, row := range s.y {
		training.Features.Rows, training.Features.Cols = i+1, len(s.x[i])
		training.Features.Data = append(training.Features.Data, s.x[i]...)
		training.Labels = append(training.Labels, row...)
		for l, has := range row {
			training.Counts[l] += int(has)
		}
	}
	for _, k := range s.classes {
		training.Counts[k]++
	}
	return training
}

// besideEach joins the columns that are not nil.
func besideEach(columns []trained, rows int, pick func(trained) []float64) contract.Matrix {
	out := contract.Matrix{Rows: rows}
	for _, c := range columns {
		if pick(c) != nil {
			out.Cols++
		}
	}
	for i := range rows {
		for _, c := range columns {
			if values := pick(c); values != nil {
				out.Data = append(out.Data, values[i])
			}
		}
	}
	return out
}

// train trains the problems of a stage.
func (s sample) train(stage contract.Stage, earlier []trained) []trained {
	x, test := s.inputs(stage, earlier)
	if stage.Targets().Rows != nil {
		x = pickRows(x, stage.Targets().Rows)
	}
	var columns []trained
	for _, y := range s.problems(stage) {
		model := ridge(x, y, s.alpha, func(i int) bool { return stage.Task() == contract.Regression || y[i] != 0 })
		c := trained{truth: y, test: each(test, model)}
		switch stage.Outputs {
		case contract.InSample:
			c.outputs = each(x, model)
		case contract.OutOfFold:
			c.outputs = make([]float64, len(x))
			for fold := range stage.InnerFolds() {
				inner := ridge(x, y, s.alpha, func(i int) bool { return i%stage.InnerFolds() != fold })
				for i := fold; i < len(x); i += stage.InnerFolds() {
					c.outputs[i] = inner(x[i])
				}
			}
		}
		columns = append(columns, c)
	}
	return columns
}

// pickRows returns the rows that are numbered.
func pickRows(x [][]float64, numbers []int) [][]float64 {
	return lists.Map(numbers, func(row int) []float64 { return x[row] })
}

// problems returns the targets of a stage's problems; of a multiclass one those of
// each class against the others.
func (s sample) problems(stage contract.Stage) [][]float64 {
	var all [][]float64
	target := func(of func(i int) float64) {
		y := make([]float64, len(s.x))
		if stage.Targets().Rows != nil {
			y = make([]float64, len(stage.Targets().Rows))
		}
		for i := range y {
			y[i] = of(i)
		}
		all = append(all, y)
	}
	labels, _ := stage.Problems.(contract.Labelled)
	for _, l := range labels {
		target(func(i int) float64 { return 2*float64(s.y[i][l]) - 1 })
	}
	for j := range stage.Targets().Values.Cols {
		for g := range stage.Targets().Groups {
			target(func(i int) float64 {
				switch stage.Targets().Values.Row(i)[j] {
				case float64(g):
					return 1
				case leftOut:
					return 0
				}
				return -1
			})
		}
	}
	if stage.Targets().Groups == 0 {
		for j := range stage.Targets().Values.Cols {
			target(func(i int) float64 { return stage.Targets().Values.Row(i)[j] })
		}
	}
	return all
}

// inputs returns what the models of a stage see of training and test rows.
func (s sample) inputs(stage contract.Stage, earlier []trained) (x, test [][]float64) {
	of := earlier
	if stage.Of != nil {
		of = nil
		for _, c := range stage.Of {
			of = append(of, earlier[c])
		}
	}
	inputs := stage.Inputs
	if inputs == nil {
		inputs = []contract.Input{contract.Original}
	}
	see := func(i int, features []float64, scores, signs func(trained) []float64) []float64 {
		var row []float64
		for _, input := range inputs {
			for _, c := range of {
				switch {
				case input == contract.Scores && c.outputs != nil:
					row = append(row, scores(c)[i])
				case input == contract.Targets && signs(c)[i] > 0:
					row = append(row, 1)
				case input == contract.Targets:
					row = append(row, 0)
				}
			}
			if input == contract.Original {
				row = append(row, features...)
			}
		}
		return row
	}
	onTest := func(c trained) []float64 { return c.test }
	for i, row := range s.x {
		x = append(x, see(i, row, func(c trained) []float64 { return c.outputs },
			func(c trained) []float64 { return c.truth }))
	}
	for i, row := range s.test {
		test = append(test, see(i, row, onTest, onTest))
	}
	return x, test
}

func each(x [][]float64, model func([]float64) float64) []float64 {
	var out []float64
	for _, row := range x {
		out = append(out, model(row))
	}
	return out
}

// ridge minimises Σ (y − w·x − b)² + alpha·‖w‖² over the rows that are kept, by the
// centred normal equations.
func ridge(x [][]float64, y []float64, alpha float64, keep func(i int) bool) func([]float64) float64 {
	d := len(x[0])
	mean, n := make([]float64, d+1), 0.0
	for i, row := range x {
		if keep(i) {
			n++
			for j, v := range append(slices.Clone(row), y[i]) {
				mean[j] += v
			}
		}
	}
	for j := range mean {
		mean[j] /= n
	}
	a, b := mat.NewSymDense(d, nil), mat.NewVecDense(d, nil)
	for i, row := range x {
		if !keep(i) {
			continue
		}
		for p := range d {
			b.SetVec(p, b.AtVec(p)+(row[p]-mean[p])*(y[i]-mean[d]))
			for q := p; q < d; q++ {
				a.SetSym(p, q, a.At(p, q)+(row[p]-mean[p])*(row[q]-mean[q]))
			}
		}
	}
	for p := range d {
		a.SetSym(p, p, a.At(p, p)+alpha)
	}
	var w mat.VecDense
	if err := w.SolveVec(a, b); err != nil {
		panic(err)
	}
	return func(row []float64) float64 {
		s := mean[d]
		for j, v := range row {
			s += w.AtVec(j) * (v - mean[j])
		}
		return s
	}
}

// distance is the largest difference between a matrix and wanted rows.
func distance(m contract.Matrix, want [][]float64) float64 {
	flat := slices.Concat(want...)
	if len(flat) != len(m.Data) {
		return math.Inf(1)
	}
	worst := 0.0
	for i, v := range m.Data {
		worst = max(worst, math.Abs(v-flat[i]))
	}
	return worst
}
