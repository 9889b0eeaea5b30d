package rows

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/fault"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
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

// AddGuessed adds a set of rows, whose features are given, that are scored after guesses of
// what they are.
func (d *Derived) AddGuessed(s *Set, features service.Features, stage contract.Stage, g *Guesses) {
	d.guessed = true
	set := NewSet(s.Role, service.Features{}, nil)
	set.Frame, set.Count = s.Frame, g.starts[len(g.starts)-1]
	set.Guessed = &Guessed{stage: stage, features: features, guesses: g, cols: len(d.fitted.Columns)}
	for _, r := range s.Ranges {
		for at := r.Start; at < r.End; at++ {
			set.Guessed.places = append(set.Guessed.places, at)
		}
	}
	d.sets = append(d.sets, set)
}

// Write writes the features of the part into a folder of its own, and returns the part with
// them.
func (p Part) Write(files *sealed.Folder) (Part, error) {
	g, m := p.Guessed, NewMixer(p.Guessed.stage)
	if g.stage.Sees(contract.Original) {
		if err := m.Open(g.features); err != nil {
			return p, fault.Scratch(err)
		}
		defer m.Close()
	}
	x := m.none()
	x.cols = g.cols
	targets := contract.Matrix{Rows: 1, Cols: len(g.stage.Of)}
	row, _ := slices.BinarySearch(g.guesses.starts, p.From+1)
	row-- // the last that begins there or before
	for at := p.From; at < p.To(); at++ {
		if at == g.guesses.starts[row+1] {
			row++
		}
		targets.Data = appendTargets(targets.Data[:0], g.guesses.Each[row][at-g.guesses.starts[row]])
		m.add(&x, g.places[row], Earlier{contract.Targets: targets}, 0)
	}
	features, err := x.write(files, "guesses")
	p.Features, p.Ranges = features, []contract.Range{{End: p.Count}}
	return p, err
}
