package rows

import (
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
)

// Derived are the inputs of a stage that sees what earlier stages make of a row: for
// each row of a fold, in training the scores that were asked for and the true
// targets, in testing the scores of the kept models and their signs.
type Derived struct {
	fitted *encode.Fitted // names, shift and scale of the columns
	mixer  *Mixer         // puts a row together when it is written
	parts  []Earlier      // what earlier stages make of the rows
	place  []place        // of an id; of its last copy
	files  *sealed.Folder // of the sets; nil in inner folds, which have none
	sets   []*Set         // beside the test rows, matrices of their own

	searched bool // the sets hold the test rows, too: all are scored after hypotheses
}

// place is where the features of a row are, in which part it is, and its number there.
type place struct{ at, part, row int }

// NewDerived returns inputs without rows, for some of the rows of a table with this number of rows. It
// closes mixer and folder in the end.
func NewDerived(columns *encode.Fitted, m *Mixer, rows int, files *sealed.Folder) *Derived {
	return &Derived{fitted: columns, mixer: m, place: make([]place, rows), files: files}
}

// Add adds the rows in ranges of the features, whose ids are given. What earlier stages
// make of them is not to be changed any more.
func (d *Derived) Add(ids []int, ranges []contract.Range, of Earlier) {
	row := 0
	for _, r := range ranges {
		for at := r.Start; at < r.End; at, row = at+1, row+1 {
			d.place[ids[row]] = place{at, len(d.parts), row}
		}
	}
	d.parts = append(d.parts, of)
}

// AddSet writes the inputs of a set of rows beside the test rows.
func (d *Derived) AddSet(s *Set, x Values) error {
	features, err := x.write(d.files, string(s.Role))
	if err != nil {
		return err
	}
	packed := make([]contract.Range, len(s.Ranges))
	at := 0
	for i, r := range s.Ranges {
		packed[i] = contract.Range{Start: at, End: at + r.End - r.Start, Class: r.Class}
		at = packed[i].End
	}
	set := NewSet(s.Role, features, packed)
	set.Frame = s.Frame
	d.sets = append(d.sets, set)
	return nil
}

// rowsOnly is what inner folds see.
func (d *Derived) rowsOnly() *Derived {
	if d == nil {
		return nil
	}
	return &Derived{fitted: d.fitted, mixer: d.mixer, place: d.place, parts: d.parts}
}

// of returns the inputs of rows in compressed form, by their ids.
func (d *Derived) of(ids []int) Values {
	x := d.mixer.none()
	x.cols = len(d.fitted.Columns)
	for _, id := range ids {
		d.add(&x, id)
	}
	return x
}

// fill writes the inputs of a row in dense form, by its id.
func (d *Derived) fill(row []float64, id int) {
	d.add(&Values{values: row[:0:len(row)]}, id)
}

func (d *Derived) add(x *Values, id int) {
	p := d.place[id]
	d.mixer.add(x, p.at, d.parts[p.part], p.row)
}

// close unmaps the features and removes the matrices of the sets.
func (d *Derived) close() {
	if d != nil && d.files != nil {
		d.mixer.Close()
		d.files.Close()
	}
}

// check checks that no plugin has changed the sets.
func (d *Derived) check() error {
	if d == nil || d.files == nil {
		return nil
	}
	return d.files.Check()
}

// AddSearched adds a set of rows, whose features are given, that are scored after hypotheses of
// what they are.
func (d *Derived) AddSearched(s *Set, features service.Features, stage contract.Stage, g *Hypotheses) {
	d.searched = true
	set := NewSet(s.Role, service.Features{}, nil)
	set.Frame, set.Count = s.Frame, g.starts[len(g.starts)-1]
	set.Searched = &Searched{stage: stage, features: features, hypotheses: g, cols: len(d.fitted.Columns)}
	for _, r := range s.Ranges {
		for at := r.Start; at < r.End; at++ {
			set.Searched.places = append(set.Searched.places, at)
		}
	}
	d.sets = append(d.sets, set)
}

// Write writes the features of the part into a folder of its own, and returns the part with
// them.
func (p Part) Write(files *sealed.Folder) (Part, error) {
	g, m := p.Searched, NewMixer(p.Searched.stage)
	if g.stage.Sees(contract.Original) {
		if err := m.Open(g.features); err != nil {
			return p, fault.Scratch(err)
		}
		defer m.Close()
	}
	x := m.none()
	x.cols = g.cols
	targets := contract.Matrix{Rows: 1, Cols: len(g.stage.Of)}
	row, _ := slices.BinarySearch(g.hypotheses.starts, p.From+1)
	row-- // the last that begins there or before
	for at := p.From; at < p.To(); at++ {
		if at == g.hypotheses.starts[row+1] {
			row++
		}
		targets.Data = appendTargets(targets.Data[:0], g.hypotheses.Each[row][at-g.hypotheses.starts[row]])
		m.add(&x, g.places[row], Earlier{contract.Targets: targets}, 0)
	}
	features, err := x.write(files, "hypotheses")
	p.Features, p.Ranges = features, []contract.Range{{End: p.Count}}
	return p, err
}
