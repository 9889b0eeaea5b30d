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

// Union returns the distinct problems of several stages, in order of first
// appearance, and for each stage where its columns are. A column and its
// negative are one problem if the learner is symmetric.
func Union(stages []contract.Stage, symmetric bool) ([]Problem, [][]Use) {
	var problems []Problem
	known := map[string]int{}
	find := func(key string, p Problem) int {
		i, ok := known[key]
		if !ok {
			i = len(problems)
			known[key] = i
			problems = append(problems, p)
		}
		return i
	}
	uses := make([][]Use, len(stages))
	for s, stage := range stages {
		if stage.Task == contract.Multiclass {
			uses[s] = []Use{{Problem: find("multiclass", Problem{Task: contract.Multiclass})}}
			continue
		}
		for l := range stage.Code.Columns() {
			column, mirrored := stage.Code.Column(l), false
			if symmetric {
				column, mirrored = code.Canonical(column)
			}
			i := find("column "+code.Key(column), Problem{Task: contract.Binary, Column: column})
			uses[s] = append(uses[s], Use{Problem: i, Mirrored: mirrored})
		}
	}
	return problems, uses
}

// Problems returns the number of problems of a stage.
func Problems(s contract.Stage) int {
	if s.Task == contract.Multiclass {
		return 1
	}
	return s.Code.Columns()
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
