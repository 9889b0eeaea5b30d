package scores

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

func columns(rows ...[]int32) (l target.Labels) {
	for _, row := range rows {
		l.Add(row...)
	}
	return l
}

// Rows that lack nothing wait, and come back at the end.
func TestSought(t *testing.T) {
	s := NewSought(3)
	ask := func(lacks target.Labels, given ...float64) {
		t.Helper()
		all, err := s.Lacking(lacks, 9)
		if err != nil || all.Rows() != 3 {
			t.Fatal(all, err)
		}
		s.Add(all, given)
	}
	ask(columns([]int32{2, 4}, nil, []int32{4}), 0.2, 0.4, 2.4)
	shown := func(want contract.Known) {
		t.Helper()
		if got := s.Shown(); !reflect.DeepEqual(got, want) {
			t.Errorf("shown %v, want %v", got, want)
		}
	}
	shown(contract.Known{Columns: columns([]int32{2, 4}, []int32{4}), Scores: []float64{0.2, 0.4, 2.4}})
	ask(columns(nil, []int32{1, 5}), 2.1, 2.5)
	shown(contract.Known{Columns: columns([]int32{1, 4, 5}), Scores: []float64{2.1, 2.4, 2.5}})
	if s.Enough() {
		t.Error("one row is all of three")
	}
	shown(contract.Known{Columns: columns([]int32{2, 4}, nil, []int32{1, 4, 5}),
		Scores: []float64{0.2, 0.4, 2.1, 2.4, 2.5}})
	if !s.Enough() {
		t.Error("all rows are not all")
	}
}

func TestLacking(t *testing.T) {
	for want, lacks := range map[string]target.Labels{
		"knows":                 columns([]int32{3}, nil),
		"label 9 behind":        columns([]int32{9}, nil),
		"the label 2 behind 4":  columns([]int32{4, 2}, nil),
		"there are 1 numbers":   {Ends: []int{1, 2}, Of: []int32{1}},
		"they are of 1 rows":    columns([]int32{1}),
		"after one that ends":   {Ends: []int{2, 1}, Of: []int32{1, 2}},
		"row 1 has the label 9": columns(nil, []int32{9}),
	} {
		s := NewSought(2)
		s.Add(columns([]int32{3}, []int32{3}), []float64{1, 2})
		if _, err := s.Lacking(lacks, 9); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", lacks, err, want)
		}
	}
}
