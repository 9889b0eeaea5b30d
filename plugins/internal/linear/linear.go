// Package linear holds what the linear learners share: their model and the
// settings of iterative training.
package linear

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// Absent is the score of a class without a training row: finite, and below
// every score that data can give.
const Absent = -1e100

// Model is an affine function of the features with K outputs (K = 1 for a
// binary problem).
type Model struct {
	W       []float64 // K × d, row-major
	B       []float64 // K
	Support *Support  // the d columns that W has weights of, the others being 0; nil for all
	Quality contract.Fit
}

// Spent notes how many seconds the training took.
func (m *Model) Spent(seconds float64) { m.Quality.Seconds = seconds }

// Fit returns the quality of the fit.
func (m *Model) Fit() contract.Fit { return m.Quality }

// CheckBinary returns an error if a problem on some rows is not a plain binary one with
// rows of both signs and finite features.
func CheckBinary(p contract.Problem, x contract.Rows) error {
	if p.Task != contract.Binary {
		return fmt.Errorf("cannot train a %s problem, only binary ones: reduce it first", p.Task)
	}
	if p.X.Cols == 0 {
		return fmt.Errorf("there are no feature columns")
	}
	for i, y := range p.Y {
		if y != 1 && y != -1 {
			return fmt.Errorf("target %v of training row %d is neither −1 nor +1", y, i)
		}
	}
	if err := BothSigns(p.Y); err != nil {
		return err
	}
	return dense.CheckFinite(x)
}

// BothSigns returns an error if all targets have the same sign: without a
// penalty on the intercept such a problem has no minimum.
func BothSigns(y []float64) error {
	var positive, negative bool
	for _, v := range y {
		positive = positive || v > 0
		negative = negative || v < 0
	}
	if positive && negative {
		return nil
	}
	return OneSign(len(y))
}

// OneSign is the error of a problem whose rows are not of both signs.
func OneSign(rows int) error {
	return fmt.Errorf("the %d training rows are not of both signs: a binary problem needs a row of +1 and a row of −1 "+
		"(merge or drop classes with very few rows, or use fewer folds)", rows)
}

// Loss is a function of the margin z = y·f.
type Loss int

// The losses. Hinge has no derivative at z = 1: it is for dual methods.
const (
	Logistic     Loss = iota // log(1 + exp(−z))
	SquaredHinge             // max(0, 1 − z)²
	Hinge                    // max(0, 1 − z)
)

// Stopping says when an iterative solver stops.
type Stopping struct {
	Tol     float64 `json:"tol"`
	MaxIter int     `json:"max_iter"`
}

// CParam describes the parameter C.
func CParam() contract.Param {
	return contract.Param{Name: "C", Type: "number", Default: 1.0, Above: contract.Bound(0),
		Doc: "Weight of the losses against the penalty."}
}

// EndParams describes the parameters of every learner with C and losses that come last:
// class_weight and those of Stopping.
func EndParams() []contract.Param {
	return []contract.Param{
		ClassWeightParam(),
		{Name: "tol", Type: "number", Default: 1e-8, Above: contract.Bound(0),
			Doc: "Training stops when the objective is estimated to be within this factor of its minimum."},
		{Name: "max_iter", Type: "number", Default: 1000.0, Min: contract.Bound(1), Integer: true,
			Doc: "Outer iterations after which training stops and the model is marked unconverged."},
	}
}

// ClassWeightParam describes the parameter class_weight.
func ClassWeightParam() contract.Param {
	return contract.Param{Name: "class_weight", Type: "string", Default: "none", OneOf: []string{"none", balanced},
		Doc: "Weights of the losses: none is 1, balanced is n/(K·n_y) for the n_y rows of a class, " +
			"K being 2 in binary problems."}
}

// ClassWeight is a value of the parameter class_weight.
type ClassWeight string

const balanced = "balanced"

// Balanced reports whether classes weigh alike whatever their rows.
func (w ClassWeight) Balanced() bool { return w == balanced }

// Priors is a value of the parameter priors.
type Priors string

// The values of the parameter priors.
const (
	Frequencies Priors = "frequencies"
	Uniform     Priors = "uniform"
)

// PriorsParam describes the parameter priors.
func PriorsParam() contract.Param {
	return contract.Param{Name: "priors", Type: "string", Default: string(Frequencies),
		OneOf: []string{string(Frequencies), string(Uniform)},
		Doc:   "Class probabilities π: the frequencies in the training rows, or the same for every class."}
}

const (
	// panel is how many outputs are computed side by side on dense rows.
	panel = 3 * kernel.Lanes
	// rowTile is how many dense rows go through all panels before the next.
	rowTile = 8 * kernel.Lanes
	// blockValues bounds the weights of the panels that go over all rows at a time: half
	// a megabyte, so that they stay in the cache.
	blockValues = 1 << 19 / 8
	// shared is how many multiplications are worth a thread.
	shared = 1 << 24
)

// Every score is b + Σ_j x_j·w_j with fused multiply–add over ascending j,
// starting from b, whatever is computed beside it: one model or many, dense rows
// or sparse ones give the same bits.

var _ contract.JointModel = (*Model)(nil)

// Score writes x·Wᵀ + B to scores, K values a row.
func (m *Model) Score(x contract.Matrix, scores []float64) {
	outputsOf([]contract.Model{m}, x.Cols).inFull().score(x, scores, 1)
}

// ScoreAll writes the scores of models, all of them *Model, side by side.
func (m *Model) ScoreAll(models []contract.Model, x contract.Rows, threads int, scores []float64) {
	all := outputsOf(models, x.Cols)
	if x.Sparse != nil {
		all.scoreSparse(*x.Sparse, scores)
	} else {
		all.inFull().score(x.Matrix, scores, threads)
	}
}

func outputsOf(models []contract.Model, d int) outputs {
	all := outputs{d: d}
	for _, m := range models {
		all.add(m.(*Model))
	}
	return all
}

// add adds those of a model.
func (o *outputs) add(m *Model) {
	n := o.d
	if m.Support != nil {
		n = m.Support.Count()
	}
	if len(m.W) != len(m.B)*n {
		panic(fmt.Sprintf("linear: scoring rows of %d columns with %d outputs of %d weights", o.d, len(m.B), len(m.W)))
	}
	for k, b := range m.B {
		o.w, o.b, o.support = append(o.w, m.W[k*n:(k+1)*n]), append(o.b, b), append(o.support, m.Support)
	}
}

// packed is up to panel outputs, in the form that the kernels need.
type packed struct {
	first, n, width int       // outputs first … first+n−1, padded to width
	w, b            []float64 // d × width and width
}

// score writes the outputs on dense rows, in some threads if that is worth it.
func (o outputs) score(x contract.Matrix, scores []float64, threads int) {
	o.check(x.Rows, scores)
	threads = max(1, min(threads, x.Rows*o.d*len(o.b)/shared))
	step := max(1, blockValues/max(o.d, 1)/panel) * panel // outputs of a block
	var next atomic.Int64
	var all sync.WaitGroup
	for range threads {
		all.Go(func() {
			for first := 0; first < len(o.b); {
				if first = int(next.Add(1)-1) * step; first < len(o.b) {
					o.scoreBlock(x, first, min(first+step, len(o.b)), scores)
				}
			}
		})
	}
	all.Wait()
}

// scoreBlock writes the outputs from … to−1.
func (o outputs) scoreBlock(x contract.Matrix, from, to int, scores []float64) {
	var panels []packed
	all := lists.Range(o.d)
	for first := from; first < to; first += panel {
		p := packed{first: first, n: min(panel, to-first)}
		p.width = kernel.Padded(p.n)
		p.w, p.b = o.part(first, first+p.n).pack(all, p.width)
		panels = append(panels, p)
	}
	tile := make([]float64, rowTile*panel)
	for row := 0; row < x.Rows; row += rowTile {
		rows := contract.Matrix{Rows: min(rowTile, x.Rows-row), Cols: x.Cols, Data: x.Data[row*x.Cols:]}
		for _, p := range panels {
			p.score(rows, tile)
			for i := range rows.Rows {
				copy(scores[(row+i)*len(o.b)+p.first:], tile[i*p.width:i*p.width+p.n])
			}
		}
	}
}

// score writes the outputs on up to rowTile rows to a tile of p.width columns.
func (p packed) score(x contract.Matrix, tile []float64) {
	for i := range x.Rows {
		copy(tile[i*p.width:(i+1)*p.width], p.b)
	}
	whole := x.Rows - x.Rows%kernel.Lanes
	kernel.MulAdd(whole, p.width, x.Cols, x.Data, x.Cols, 1, p.w, p.width, tile, p.width)
	for i := whole; i < x.Rows; i++ {
		kernel.RowMulAdd(p.width, x.Cols, x.Row(i), 1, p.w, p.width, tile[i*p.width:(i+1)*p.width])
	}
}
