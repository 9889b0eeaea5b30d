package rows

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Guesses are guesses of what rows are: some of each row, one after the other.
type Guesses struct {
	Each   [][]contract.Guess // of each row; nil when nobody goes on from them any more
	starts []int              // before which guess, counted over all rows, each row's begin, and their number
}

// NewGuesses counts guesses.
func NewGuesses(each [][]contract.Guess) *Guesses {
	g := &Guesses{Each: each, starts: make([]int, 1, len(each)+1)}
	for i, of := range each {
		g.starts = append(g.starts, g.starts[i]+len(of))
	}
	return g
}

// Of returns from where to where the guesses of a row go, counted over all rows.
func (g *Guesses) Of(row int) (from, to int) { return g.starts[row], g.starts[row+1] }

// First returns the targets of the first guess of each row.
func (g *Guesses) First() contract.Matrix {
	x := contract.Matrix{Rows: len(g.Each)}
	for _, of := range g.Each {
		x.Data = appendTargets(x.Data, of[0])
		x.Cols = len(of[0].Targets)
	}
	return x
}

func appendTargets(to []float64, g contract.Guess) []float64 {
	for _, target := range g.Targets {
		to = append(to, float64(target))
	}
	return to
}

// Guessed makes the features of a set of rows, each as often as it has guesses: part by
// part, as they are scored, since all together may be too many.
type Guessed struct {
	stage    contract.Stage
	features service.Features // of the set
	places   []int            // of its rows there
	guesses  *Guesses
	cols     int
}
