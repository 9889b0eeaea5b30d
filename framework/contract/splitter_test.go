package contract

import "testing"

func TestLacking(t *testing.T) {
	both := []RowFact{RowFeatures, RowGroups, RowWeights}
	for _, c := range []struct {
		facts             []RowFact
		grouped, weighted bool
		want              RowFact
	}{
		{nil, false, false, ""}, {both, true, true, ""}, {both, false, true, RowGroups}, {both, true, false, RowWeights},
		{both, false, false, RowGroups}, {both[2:], false, true, ""},
	} {
		if got := Lacking(c.facts, c.grouped, c.weighted); got != c.want {
			t.Errorf("%v of rows with groups %v, weights %v: lacks %q, want %q", c.facts, c.grouped, c.weighted, got, c.want)
		}
	}
}

// Rows are counted by classes, or by labels.
func TestUndividedRows(t *testing.T) {
	if n := (Undivided{Classes: []string{"a", "b"}, Truth: make([]int, 6)}).Rows(); n != 6 {
		t.Errorf("%d rows", n)
	}
	if n := (Undivided{Classes: []string{"a", "b"}, MultiLabel: true, Truth: make([]int, 6)}).Rows(); n != 3 {
		t.Errorf("%d rows with labels", n)
	}
}
