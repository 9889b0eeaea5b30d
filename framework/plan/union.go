package plan

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
)

// Problem is one problem to train on a fold: a code column over the classes, the
// multiclass problem itself, targets, or, if it is binary and has neither Code
// nor Target, whether a row has a label.
type Problem struct {
	Task contract.Task
	// Of a column of a code: the code, the number of the column, and whether its signs
	// are swapped.
	Code     contract.Code
	Number   int
	Mirrored bool

	Label int // number of the label
	// Target has a value for each training row, in the order of contract.Training, or, if
	// Rows is not nil, for each row that it numbers; a row that is left out has 0 in a binary
	// problem, -1 in a multiclass one.
	Target []float64
	Groups int // classes of a multiclass problem with a Target
	// Rows and Weights are those of the stage, nil for every row once and for weights of 1.
	Rows    []int
	Weights []float64
	// ByCost says that rows weigh what mistakes on them cost: of a problem of classes.
	ByCost bool
	// Content tells problems of labels and targets apart; "" for the others, which
	// Task and column tell apart.
	Content string
}

// Column is the code column of the problem as a vector over classes, nil without one.
func (p Problem) Column() []int8 {
	if p.Code == nil {
		return nil
	}
	column := p.Code.Column(p.Number)
	if p.Mirrored {
		for k := range column {
			column[k] = -column[k]
		}
	}
	return column
}

// IsLabel reports whether the problem is to tell whether a row has a label.
func (p Problem) IsLabel() bool {
	return p.Task == contract.Binary && p.Code == nil && p.Target == nil
}

// Of returns which values of Target are of some of the rows that Rows numbers, and for each
// value the place of its row in the list.
func (p Problem) Of(rows []int) (values, places []int) {
	values, places = []int{}, []int{}
	for place, row := range rows {
		for at, _ := slices.BinarySearch(p.Rows, row); at < len(p.Rows) && p.Rows[at] == row; at++ {
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
}

// Pool collects distinct problems. A column and its negative are one problem if
// the learner is symmetric.
type Pool struct {
	Problems []Problem // in order of first appearance

	symmetric bool
	known     map[[sha256.Size]byte]int // by digests of what tells problems apart
}

// NewPool returns a pool without problems.
func NewPool(symmetric bool) *Pool {
	return &Pool{symmetric: symmetric, known: map[[sha256.Size]byte]int{}}
}

// Add adds the problems of a stage that are not there yet and returns where each
// of its columns is.
func (p *Pool) Add(s Asked) []Use {
	var uses []Use
	switch {
	case s.Labels != nil:
		for _, l := range s.Labels {
			uses = append(uses, p.content(Problem{Task: contract.Binary, Label: l, Content: fmt.Sprintf("label %d", l)}))
		}
		return uses
	case s.Targets.Cols > 0:
		for l := range s.Targets.Cols {
			uses = append(uses, p.content(targeted(s.Stage, l)))
		}
		return uses
	case s.Task == contract.Multiclass:
		return []Use{{Problem: p.find(s.weighed("multiclass"), Problem{Task: contract.Multiclass, ByCost: s.ByCost})}}
	}
	if !s.Coded() {
		return nil
	}
	for l := range s.Code.Columns() {
		column, mirrored := s.Code.Column(l), false
		if p.symmetric {
			column, mirrored = code.Canonical(column)
		}
		i := p.find(s.weighed("column "+code.Key(column)),
			Problem{Task: contract.Binary, Code: s.Code, Number: l, Mirrored: mirrored, ByCost: s.ByCost})
		uses = append(uses, Use{Problem: i, Mirrored: mirrored})
	}
	return uses
}

// weighed names a problem of classes apart from the same without weights.
func (s Asked) weighed(name string) string {
	if s.ByCost {
		return name + " by cost"
	}
	return name
}

func (p *Pool) content(problem Problem) Use { return Use{Problem: p.find(problem.Content, problem)} }

// targeted is the problem of a column of a stage's targets. Its content is a digest
// of task, number of classes and values, and of rows and weights where there are any.
func targeted(s contract.Stage, column int) Problem {
	p := Problem{Task: s.Task, Groups: s.Groups, Target: make([]float64, s.Targets.Rows), Rows: s.Rows, Weights: s.Weights}
	h := sha256.New()
	fmt.Fprintf(h, "%s %d", s.Task, s.Groups)
	bits := make([]byte, 8)
	write := func(v uint64) {
		binary.LittleEndian.PutUint64(bits, v)
		h.Write(bits)
	}
	for i := range p.Target {
		p.Target[i] = s.Targets.Row(i)[column]
		write(math.Float64bits(p.Target[i]))
	}
	if p.Rows != nil {
		fmt.Fprint(h, "rows")
	}
	for _, row := range p.Rows {
		write(uint64(row))
	}
	if p.Weights != nil {
		fmt.Fprint(h, "weights")
	}
	for _, w := range p.Weights {
		write(math.Float64bits(w))
	}
	p.Content = "target " + hex.EncodeToString(h.Sum(nil)[:16])
	return p
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
