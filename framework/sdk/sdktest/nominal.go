package sdktest

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// nominal makes a feature categories, of which the first test row of each class has
// none that the training rows have.
func (l *learner) nominal(t *trial) {
	s := usual()
	e := l.exam(s)
	for j := range s.x.Cols {
		e.columns = append(e.columns, contract.Column{Name: fmt.Sprint("x", j), Kind: contract.NumericColumn})
	}
	e.columns[1] = contract.Column{Name: "colour", Kind: contract.NominalColumn,
		Values: []string{"red", "light green", "blå"}}
	e.sets[0].Shift[1], e.sets[0].Scale[1] = 0, 1
	for i := range s.x.Rows {
		s.x.Row(i)[1] = float64(i % len(e.columns[1].Values))
	}
	for _, r := range s.test {
		s.x.Row(r.Start)[1] = -1
	}
	if scored, err := l.graceful(t, e); scored {
		t.must(err)
	}
}
