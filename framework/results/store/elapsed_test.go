package store

import (
	"bytes"
	"slices"
	"testing"
	"time"
)

// The seconds of a result are those that its journal spent on it.
func TestElapsed(t *testing.T) {
	type entry struct {
		kind    string
		seconds int // since the journal was begun
	}
	for _, test := range []struct {
		name    string
		entries []entry
		want    []float64
	}{
		{"a cell", []entry{{kindStart, 5}, {kindResult, 12}}, []float64{7}},
		{"cells that are trained together",
			[]entry{{kindStart, 1}, {kindStart, 1}, {kindResult, 9}, {kindResult, 10}}, []float64{8, 1}},
		{"a pause between items", []entry{{kindStart, 1}, {kindResult, 2}, {kindStart, 60}, {kindResult, 63}}, []float64{1, 3}},
		{"a start that was given up", []entry{{kindStart, 1}, {kindStart, 4}, {kindResult, 6}}, []float64{2}},
		{"a result that nothing was done for", []entry{{kindResult, 3}, {kindStart, 4}, {kindResult, 6}}, []float64{0, 2}},
		{"scores between", []entry{{kindStart, 1}, {kindScores, 4}, {kindResult, 6}}, []float64{5}},
		{"a clock that was put back", []entry{{kindStart, 60}, {kindResult, 2}, {kindResult, 5}}, []float64{0, 3}},
	} {
		began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		var journal bytes.Buffer
		for i, e := range append([]entry{{kindEnvironment, 0}}, test.entries...) {
			r := record{Kind: e.kind, Time: began.Add(time.Duration(e.seconds) * time.Second)}
			switch e.kind {
			case kindResult:
				r.Result = &Result{Key: string(rune('a' + i)), Status: Skipped, Elapsed: 99}
			case kindScores:
				r.Scores = &BinaryScores{Key: "k", Column: "+-", Blob: &Blob{File: "b", Length: 1, SHA256: "0"}}
			}
			line, err := formatRecord(r)
			if err != nil {
				t.Fatal(err)
			}
			journal.Write(line)
		}
		var got []float64
		if d, err := readLines(&journal, timed(func(r record) {
			if r.Kind == kindResult {
				got = append(got, r.Result.Elapsed)
			}
		})); err != nil || d.lines > 0 {
			t.Fatalf("%s: %v, %d lines are damaged", test.name, err, d.lines)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v seconds, want %v", test.name, got, test.want)
		}
	}
}
