package kernelised

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Calls that follow one another on the same rows share the kernel if only C differs, and
// squared distances if γ does; what they train is what each trains alone.
func TestKernelsAreKept(t *testing.T) {
	b := wide(120)
	b.RowSets[0].Ranges[2].End-- // so that rows have room beside them
	var memory any
	b.Kept = &memory
	train := func(c, gamma float64) *kept {
		t.Helper()
		settings := map[string]any{"C": c, "gamma": gamma}
		alone := b
		alone.Kept = nil
		if !equal(scores(t, settings, b), scores(t, settings, alone)) {
			t.Errorf("C = %v, γ = %v: what was kept changes the models", c, gamma)
		}
		k := *memory.(*kept)
		return &k
	}
	first := train(1, 0.01)
	mark(first.values)
	mark(first.squares)
	if second := train(10, 0.01); !marked(second.values) || !marked(second.squares) {
		t.Error("the kernel was computed again for another C")
	}
	third := train(10, 0.02)
	if marked(third.values) || !marked(third.squares) {
		t.Error("the kernel of another γ was taken, or the distances were not")
	}
	if &third.values[0][0] != &first.values[0][0] {
		t.Error("the kernel of another γ has other memory")
	}
	b.RowSets = []contract.RowSet{{Ranges: b.RowSets[0].Ranges, Scale: make([]float64, b.Features.Cols)}}
	for j := range b.RowSets[0].Scale {
		b.RowSets[0].Scale[j] = 1 + float64(j%2)
	}
	if fourth := train(10, 0.02); marked(fourth.values) || marked(fourth.squares) {
		t.Error("what was kept of other rows was taken")
	}
}

// mark writes beside the values, which nobody reads.
func mark(s shared) { s[0][len(s)] = 7 }

func marked(s shared) bool { return s[0][len(s)] == 7 }

// Distances are kept only where they fit beside the kernel.
func TestNoRoomForDistances(t *testing.T) {
	b := wide(420)
	var memory any
	b.Kept = &memory
	scores(t, map[string]any{"cache": "1MiB"}, b)
	if k := memory.(*kept); k.squares != nil || k.values == nil {
		t.Errorf("%d rows of distances, %d of the kernel", len(k.squares), len(k.values))
	}
}
