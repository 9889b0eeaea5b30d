// Package sparse trains linear classifiers on sparse rows by dual coordinate
// descent. For each binary problem it minimises
//
//	P(w, b) = ½‖w‖² [+ ½b²] + Σ_i c_i·loss(y_i·(x_iᵀw + b))
//
// through the dual variables α_i, one row after the other, with w = Σ_i α_i·y_i·x_i
// kept up to date: Hsieh et al., "A dual coordinate descent method for large-scale
// linear SVM", ICML 2008, for the hinge losses; Yu, Huang and Lin, "Dual coordinate
// descent methods for logistic regression and maximum entropy models", Machine
// Learning 85, 2011, for the logistic loss.
//
// Problems over the same rows are trained side by side: w is stored as d rows of
// one number a problem, so that an element of a row serves all problems with one
// run of vector instructions. Each problem has a lane of its own, takes its rows in
// an order that comes from their numbers alone, and stops by itself: its result has
// the same bytes in any company and with any number of threads. Problems of two
// classes among more, with a smooth loss, are trained side by side in another way (see
// pair); others over few of the rows are trained singly.
package sparse

import (
	"errors"
	"fmt"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Rows are the training rows of some problems.
type Rows struct {
	CSR     contract.CSR
	Cols    int              // d
	Ranges  []contract.Range // the rows, with their classes
	Weights []float64        // positive, one a row in the order of Ranges; nil for all 1
}

// DefaultTol is the tolerance at which the objective is within a millionth of its
// minimum.
const DefaultTol = 1e-6

// Settings say what is minimised and when to stop.
type Settings struct {
	Loss      linear.Loss
	Intercept smooth.Intercept // free only with a differentiable loss
	// Typical is about the size of the weights, the same in any company: a free
	// intercept takes the larger steps, the smaller it is. 0 is as good as 1.
	Typical float64
	Tol     float64 // stop when P is within Tol·P of its minimum, by the duality gap
	MaxIter int     // passes over the rows
	Threads int     // at least 1
	// Together says that no problem is trained singly: each has others beside it, of
	// which the classes of the rows tell.
	Together bool
}

// Result is the solution of one problem.
type Result struct {
	W          []float64 // d
	B          float64
	Objective  float64 // P(W, B)
	Gap        float64 // upper bound of how much it exceeds the minimum
	Iterations int     // passes over the rows
	Seconds    float64 // the problem's share of the time of its group, by work: elements of its rows × passes
	End        contract.End
	Err        error // the objective is not a finite number
}

// ErrOverflow is the error of a problem whose objective is not a finite number.
var ErrOverflow = errors.New("the objective overflows: scale the features or choose a smaller C")

// elements is the number of elements in the rows of a column, and of the rows: an
// empty row is work too.
func (p *problems) elements(column int) int64 {
	n := int64(0)
	for k, rows := range p.classes {
		if p.columns[column].Target[k] != 0 {
			for _, r := range rows {
				n += 1 + r.end - r.start
			}
		}
	}
	return n
}

// row is a training row.
type row struct {
	start, end int64 // in CSR.Data
	class      int
	number     int     // among the training rows
	square     float64 // ‖x‖², the intercept's part included
	weight     float64
}

// problems are what the groups share.
type problems struct {
	Settings
	csr     contract.CSR
	cols    int
	columns []smooth.Column
	classes [][]row // the rows of each class
	blocks  []block // of 8 classes each
	size    int     // rows
	unit    float64 // what a change of α·y adds to the intercept
	radius  float64 // the largest ‖x‖
}

// features returns the elements of a row.
func (p *problems) features(r row) ([]float64, []int32) {
	return p.csr.Data[r.start:r.end], p.csr.Indices[r.start:r.end]
}

// check panics on columns that do not fit the rows.
func (p *problems) check() {
	for i, c := range p.columns {
		if len(c.Target) < len(p.classes) || len(c.Weight) < len(p.classes) {
			panic(fmt.Sprintf("sparse: column %d has %d classes of %d", i, len(c.Target), len(p.classes)))
		}
	}
}

// block is a tile of 8 neighbouring classes, which several groups share.
type block struct {
	once sync.Once
	tile *tile
}

// tile are the rows of up to 8 classes, which have a slot each.
type tile struct {
	kernel.Tile
	classes []int
	first   []int // where the rows of a class begin
	rows    int
}
