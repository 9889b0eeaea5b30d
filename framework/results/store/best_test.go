package store

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// sampleBest are the best of three rows of 100,000 classes or labels.
func sampleBest(multiLabel bool) *Predictions {
	p := &Predictions{K: 100_000, MultiLabel: multiLabel, Rows: []int{2, 3, 9}, Top: &target.Top{Others: -3,
		Labels: target.Labels{Ends: []int{2, 3, 5}, Of: []int32{99_999, 4, 7, 8, 6}}, Scores: []float64{2, -1, 0, 5, 5},
		Probabilities: []float64{0.5, 0.25, 1, 0.5, 0.125}, Predicted: []int32{1, 1, 1}}}
	if multiLabel {
		p.Top.Predicted, p.Truth.Y = []int32{2, 0, 1}, target.Labels{Ends: []int{1, 1, 3}, Of: []int32{4, 5, 99_999}}
	} else {
		p.Truth.Class = []int{99_999, 0, 5}
	}
	p.Predicted = p.Top.Chosen(multiLabel)
	return p
}

// Predictions of very many classes take the room of the best of each row.
func TestBestAreReadAgain(t *testing.T) {
	for _, multiLabel := range []bool{false, true} {
		for _, bare := range []bool{false, true} {
			want := sampleBest(multiLabel)
			if bare {
				want.Top.Probabilities = nil
			}
			b := encodePredictions(want)
			if got, err := decodePredictions(b); err != nil || !reflect.DeepEqual(&got, want) || len(b) > 240 {
				t.Errorf("%d bytes: %+v, %v", len(b), got, err)
			}
			for n := range b {
				if p, err := decodePredictions(b[:n]); err == nil {
					t.Errorf("%d bytes of %d are %+v", n, len(b), p)
				}
			}
			if _, err := decodePredictions(append(b, 0)); err == nil {
				t.Error("a byte more")
			}
		}
	}
	labels := sampleBest(true)
	if got := labels.Predicted.Y.Row(0); !slices.Equal(got, []int32{4, 99_999}) {
		t.Errorf("predicted %v", got)
	}
}

func TestWrongBestAreRefused(t *testing.T) {
	for says, change := range map[string]func(*target.Top){
		"row 0 has no entries": func(p *target.Top) { p.Ends[0] = 0 },
		"not one of":           func(p *target.Top) { p.Of[2] = 100_000 },
		"1 different":          func(p *target.Top) { p.Of[1] = 99_999 },
		"best does not come":   func(p *target.Top) { p.Scores[1] = 3 },
		"above that of":        func(p *target.Top) { p.Scores[1] = -3 },
		"not a probability":    func(p *target.Top) { p.Probabilities[0] = 1.5 },
		"2 predicted":          func(p *target.Top) { p.Predicted[0] = 2 },
	} {
		p := sampleBest(false)
		change(p.Top)
		if err := p.Top.Check(3, p.K, false); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	b := encodePredictions(sampleBest(true))
	at := predictionsHeader + 8*3 + 4*3
	b[at], b[at+1] = 255, 255 // the first label
	if _, err := decodePredictions(b); err != nil {
		t.Error(err)
	}
	b[at+3] = 1
	if _, err := decodePredictions(b); err == nil {
		t.Error("a label above all is true of a row")
	}
}

// Predictions of several folds are put together.
func TestAppendBest(t *testing.T) {
	var all Predictions
	all.Append(sampleBest(false))
	all.Append(sampleBest(false))
	if err := all.Top.Check(6, all.K, false); err != nil || !reflect.DeepEqual(all.Top.Pick([]int{3, 4, 5}), sampleBest(false).Top) {
		t.Errorf("%+v, %v", all.Top, err)
	}
}
