package rows

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Hypotheses are those of a set of rows: some of each row, one after the other.
type Hypotheses struct {
	Each   [][]contract.Hypothesis // of each row; nil when nothing extends them any more
	starts []int                   // before which hypothesis, counted over all rows, each row's begin, and their number
}

// NewHypotheses counts hypotheses.
func NewHypotheses(each [][]contract.Hypothesis) *Hypotheses {
	g := &Hypotheses{Each: each, starts: make([]int, 1, len(each)+1)}
	for i, of := range each {
		g.starts = append(g.starts, g.starts[i]+len(of))
	}
	return g
}

// Of returns from where to where the hypotheses of a row go, counted over all rows.
func (g *Hypotheses) Of(row int) (from, to int) { return g.starts[row], g.starts[row+1] }

// First returns the targets of the first hypothesis of each row.
func (g *Hypotheses) First() contract.Matrix {
	x := contract.Matrix{Rows: len(g.Each)}
	for _, of := range g.Each {
		x.Data = appendTargets(x.Data, of[0])
		x.Cols = len(of[0].Targets)
	}
	return x
}

func appendTargets(to []float64, g contract.Hypothesis) []float64 {
	for _, target := range g.Targets {
		to = append(to, float64(target))
	}
	return to
}

// Searched makes the features of a set of rows, each as often as it has hypotheses: part by
// part, as they are scored, since all together may be too many.
type Searched struct {
	stage      contract.Stage
	features   service.Features // of the set
	places     []int            // of its rows there
	hypotheses *Hypotheses
	cols       int
}
