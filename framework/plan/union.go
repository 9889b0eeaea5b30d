package plan

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
)

// Problem is one problem to train on a fold: a code column over the classes,
// or with Column nil the multiclass problem itself.
type Problem struct {
	Task   contract.Task
	Column []int8
}

// Use says where a stage finds the scores of one of its columns.
type Use struct {
	Problem  int  // index into the union
	Mirrored bool // the scores are to be negated
}

// Pool collects distinct problems. A column and its negative are one problem if
// the learner is symmetric.
type Pool struct {
	Problems []Problem // in order of first appearance

	symmetric bool
	known     map[string]int
}

// NewPool returns a pool without problems.
func NewPool(symmetric bool) *Pool { return &Pool{symmetric: symmetric, known: map[string]int{}} }

// Add adds the problems of a stage that are not there yet and returns where each
// of its columns is.
func (p *Pool) Add(s contract.Stage) []Use {
	if s.Task == contract.Multiclass {
		return []Use{{Problem: p.find("multiclass", Problem{Task: contract.Multiclass})}}
	}
	var uses []Use
	for l := range s.Code.Columns() {
		column, mirrored := s.Code.Column(l), false
		if p.symmetric {
			column, mirrored = code.Canonical(column)
		}
		i := p.find("column "+code.Key(column), Problem{Task: contract.Binary, Column: column})
		uses = append(uses, Use{Problem: i, Mirrored: mirrored})
	}
	return uses
}

func (p *Pool) find(key string, problem Problem) int {
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
func Union(stages []contract.Stage, symmetric bool) ([]Problem, [][]Use) {
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
