package plan

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// Problem is one problem to train on a fold: a stage's Problems of which there is one, a
// column of a code, a label, a column of targets, or the multiclass problem itself.
type Problem struct {
	contract.Problems
	// ByCost says that rows weigh what mistakes on them cost: of a problem of classes.
	ByCost bool
	// Content identifies a problem of a label, a subset or targets; "" for the others, which
	// are identified by task and column.
	Content string
}

// Task is that of the problem.
func (p Problem) Task() contract.Task { return contract.TaskOf(p.Problems) }

// Column is the code column of the problem as a vector over classes, nil without one.
func (p Problem) Column() []int8 {
	if c, ok := p.Problems.(contract.Coded); ok {
		return c.Column(0)
	}
	return nil
}

// column is one column of a code, whose signs may be swapped, as a code of its own.
type column struct {
	of       contract.Code
	number   int
	mirrored bool
}

// Classes returns K.
func (c column) Classes() int { return c.of.Classes() }

// Columns returns 1.
func (c column) Columns() int { return 1 }

// Column returns the column as a new vector over classes.
func (c column) Column(int) []int8 {
	signs := c.of.Column(c.number)
	if c.mirrored {
		for k := range signs {
			signs[k] = -signs[k]
		}
	}
	return signs
}

// Row returns the entry of class k, if it is not 0.
func (c column) Row(k int) []contract.Entry {
	if sign := c.Column(0)[k]; sign != 0 {
		return []contract.Entry{{Sign: sign}}
	}
	return nil
}

// Positions returns which values of numbered targets are of some of the rows that these
// number, and for each value the place of its row in the list.
func Positions(numbered, rows []int) (values, places []int) {
	values, places = []int{}, []int{}
	for place, row := range rows {
		for at, _ := slices.BinarySearch(numbered, row); at < len(numbered) && numbered[at] == row; at++ {
			values, places = append(values, at), append(places, place)
		}
	}
	return values, places
}

// Use says where a stage finds the scores of one of its columns.
type Use struct {
	Problem  int  // index into the union
	Mirrored bool // the scores are to be negated
}

// Asked is a stage as it is asked for.
type Asked struct {
	contract.Stage
	ByCost bool // its problems of classes weigh rows by costs
	// Decoded lists by how many inner folds the training rows are decoded out of fold, each number
	// once: for calibration after decoding, and for prediction sets.
	Decoded []int
}

// Inner lists the numbers of inner folds whose models score training rows, each once. A stage whose
// training rows are decoded asks for no scores itself.
func (a Asked) Inner() []int {
	if own := a.InnerFolds(); own > 0 {
		return append([]int{own}, a.Decoded...)
	}
	return a.Decoded
}

// Fits is how often a stage trains: each problem, and again for each inner fold.
func (a Asked) Fits() int { return a.Count() * (1 + lists.Sum(a.Inner())) }

// Pool collects distinct problems. A column and its negative are one problem if
// the learner is symmetric.
type Pool struct {
	Problems []Problem // in order of first appearance

	symmetric bool
	known     map[[sha256.Size]byte]int // by digests of what identifies them
}

// NewPool returns a pool without problems.
func NewPool(symmetric bool) *Pool {
	return &Pool{symmetric: symmetric, known: map[[sha256.Size]byte]int{}}
}

// Add adds the problems of a stage that are not there yet and returns where each
// of its columns is.
func (p *Pool) Add(s Asked) []Use {
	uses := make([]Use, 0, s.Count())
	switch of := s.Problems.(type) {
	case contract.Labelled:
		for _, l := range of {
			uses = append(uses, p.content(Problem{Problems: contract.Labelled{l}, Content: fmt.Sprintf("label %d", l)}))
		}
	case contract.Subsets:
		for _, one := range of {
			problem := Problem{Problems: one, Content: s.weighed(subset(one)), ByCost: s.ByCost}
			uses = append(uses, p.content(problem))
		}
	case contract.Targeted:
		for l := range of.Values.Cols {
			uses = append(uses, p.content(targeted(of, l)))
		}
	case contract.Whole:
		uses = append(uses, Use{Problem: p.find(s.weighed("multiclass"), Problem{Problems: of, ByCost: s.ByCost})})
	case contract.Coded:
		for l := range of.Columns() {
			signs, mirrored := of.Column(l), false
			if p.symmetric {
				signs, mirrored = code.Canonical(signs)
			}
			one := Problem{Problems: contract.Coded{Code: column{of.Code, l, mirrored}}, ByCost: s.ByCost}
			uses = append(uses, Use{Problem: p.find(s.weighed("column "+string(code.SignsOf(signs))), one), Mirrored: mirrored})
		}
	}
	return uses
}

// weighed names a problem of classes, in another way where rows weigh what mistakes cost.
func (s Asked) weighed(name string) string {
	if s.ByCost {
		return name + " by cost"
	}
	return name
}

func (p *Pool) content(problem Problem) Use { return Use{Problem: p.find(problem.Content, problem)} }

// subset is the content of the problem of a subset: a digest of its numbers.
func subset(s contract.Subset) string {
	h := sha256.New()
	for _, numbers := range [][]int32{s.Among, s.Positive} {
		_ = binary.Write(h, binary.LittleEndian, int32(len(numbers)))
		_ = binary.Write(h, binary.LittleEndian, numbers)
	}
	return "subset " + hex.EncodeToString(h.Sum(nil)[:16])
}

// targeted is the problem of a column of targets. Its content is a digest of task, number of
// classes and values, and of rows and weights where there are any.
func targeted(t contract.Targeted, column int) Problem {
	values := contract.Matrix{Rows: t.Values.Rows, Cols: 1, Data: make([]float64, t.Values.Rows)}
	h := sha256.New()
	fmt.Fprintf(h, "%s %d", t.Task, t.Groups)
	bits := make([]byte, 8)
	write := func(v uint64) {
		binary.LittleEndian.PutUint64(bits, v)
		h.Write(bits)
	}
	for i := range values.Data {
		values.Data[i] = t.Values.Row(i)[column]
		write(math.Float64bits(values.Data[i]))
	}
	if t.Rows != nil {
		fmt.Fprint(h, "rows")
	}
	for _, row := range t.Rows {
		write(uint64(row))
	}
	if t.Weights != nil {
		fmt.Fprint(h, "weights")
	}
	for _, w := range t.Weights {
		write(math.Float64bits(w))
	}
	t.Values = values
	return Problem{Problems: t, Content: "target " + hex.EncodeToString(h.Sum(nil)[:16])}
}

func (p *Pool) find(text string, problem Problem) int {
	key := sha256.Sum256([]byte(text))
	i, ok := p.known[key]
	if !ok {
		i = len(p.Problems)
		p.known[key] = i
		p.Problems = append(p.Problems, problem)
	}
	return i
}

// Union returns the distinct problems of several stages, in order of first
// appearance, and for each stage where its columns are.
func Union(stages []Asked, symmetric bool) ([]Problem, [][]Use) {
	pool := NewPool(symmetric)
	uses := make([][]Use, len(stages))
	for s, stage := range stages {
		uses[s] = pool.Add(stage)
	}
	return pool.Problems, uses
}

// Seed derives the seed for one purpose from the experiment's: the first 8
// bytes of a SHA-256 over the seed and what it is for.
func Seed(experiment uint64, purpose ...string) uint64 {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, experiment)
	for _, p := range purpose {
		_ = binary.Write(h, binary.LittleEndian, uint64(len(p)))
		h.Write([]byte(p))
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}
