package rows

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/sealed"
)

// Derived are the inputs of a stage that sees what earlier stages make of a row: for
// each row of a fold, in training the scores that were asked for and the true
// targets, in testing the scores of the kept models and their signs.
type Derived struct {
	fitted *encode.Fitted // names, shift and scale of the columns
	parts  []Values       // the rows; the first part has none
	place  map[int]place  // of an id; of its last copy
	files  *sealed.Folder // of the sets; nil in inner folds, which have none
	sets   []*Set         // beside the test rows, matrices of their own

	guessed bool // the sets hold the test rows, too: all are scored after guesses
}

// place is where a row is: in which part, and its number there.
type place struct{ part, row int }

// NewDerived returns inputs without rows, of the form of others. It closes the
// folder in the end.
func NewDerived(columns *encode.Fitted, like Values, files *sealed.Folder) *Derived {
	return &Derived{fitted: columns, place: map[int]place{}, parts: []Values{like.none()}, files: files}
}

// Add adds rows, whose ids are given. They are not to be changed any more.
func (d *Derived) Add(ids []int, x Values) {
	for i, id := range ids {
		d.place[id] = place{len(d.parts), i}
	}
	d.parts = append(d.parts, x)
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
	return &Derived{fitted: d.fitted, place: d.place, parts: d.parts}
}

// of returns the inputs of rows in compressed form, by their ids.
func (d *Derived) of(ids []int) Values {
	out := d.parts[0].none()
	for _, id := range ids {
		at := d.place[id]
		out.append(d.parts[at.part], at.row)
	}
	return out
}

// row returns the inputs of a row in dense form, by its id.
func (d *Derived) row(id int) []float64 {
	at := d.place[id]
	x := d.parts[at.part]
	return x.values[at.row*x.cols : (at.row+1)*x.cols]
}

// close removes the matrices of the sets.
func (d *Derived) close() {
	if d != nil && d.files != nil {
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
