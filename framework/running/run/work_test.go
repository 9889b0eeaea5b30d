package run

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// A run tells what each worker waits for, and when it waits no longer.
func TestWorkIsTold(t *testing.T) {
	s := open(t, four, true, &spy{})
	var told []Work
	err := Execute(t.Context(), s.ready, s.plugins, Options{
		Workers: 1, Scratch: t.TempDir(), Recorders: []Recorder{s.memory}, Finished: func(plan.Cell, store.Result) {},
		Working: func(slot int, w Work) {
			if slot != 0 {
				t.Errorf("worker %d is not there", slot)
			}
			told = append(told, w)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var kinds []Doing
	for _, w := range told[:slices.Index(told, Work{})] {
		kinds = append(kinds, w.Doing)
		if w.Cell.Dataset != "blobs" || w.Cell.Learner != "spy" || w.Cell.Fold != 0 {
			t.Errorf("works on %v", w.Cell)
		}
		if w.Doing == Training && w.Problems != 11 {
			t.Errorf("trains %d problems, where the reductions of four classes have 4, 6 and 1", w.Problems)
		}
	}
	if want := []Doing{Encoding, Training, Decoding, Decoding, Decoding, Decoding}; !slices.Equal(kinds, want) {
		t.Errorf("does %v, want %v", kinds, want)
	}
	if told[len(told)-1] != (Work{}) {
		t.Errorf("ends with %v", told[len(told)-1])
	}
}
