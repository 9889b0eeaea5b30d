package run

import (
	"os"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Two runs that share the cells between them do what one does alone, whole items or
// parts of them, and keep no matrices for what the other does.
func TestTake(t *testing.T) {
	whole := open(t, four, true, &spy{})
	if err := whole.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	shares := map[string]func(i int, c plan.Cell) int{
		"by item":      func(i int, c plan.Cell) int { return c.Fold % 2 },
		"by reduction": func(i int, c plan.Cell) int { return len(c.Reduction) % 2 },
		"all and none": func(i int, c plan.Cell) int { return 0 },
	}
	for name, share := range shares {
		done := 0
		for run := range 2 {
			s := open(t, four, true, &spy{})
			scratch, i := t.TempDir(), 0
			err := Execute(t.Context(), s.ready, s.plugins, Options{
				Workers: 1, Scratch: scratch, Recorders: []Recorder{s.memory}, Finished: func(plan.Cell, store.Result) {},
				Take: func(cells []plan.Cell) (taken []plan.Cell) {
					i++
					for _, c := range cells {
						if share(i, c) == run {
							taken = append(taken, c)
						}
					}
					return taken
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if left, _ := os.ReadDir(scratch); len(left) > 0 {
				t.Errorf("%s: %d files left in the scratch folder", name, len(left))
			}
			for key, r := range s.memory.results {
				if r.Status != store.OK || len(s.memory.outputs[key].Test.Predicted.Class) != len(whole.memory.outputs[key].Test.Predicted.Class) {
					t.Errorf("%s: %s is %s", name, key, r.Status)
				}
			}
			done += len(s.memory.results)
		}
		if done != len(whole.memory.results) {
			t.Errorf("%s: %d cells, want %d", name, done, len(whole.memory.results))
		}
	}
}
