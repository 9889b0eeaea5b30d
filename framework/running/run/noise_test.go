package run

import (
	"fmt"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/test/must"
)

// Each fold tests rows with their own classes and trains on wrong ones, the same of a row in
// every fold.
func TestLabelNoise(t *testing.T) {
	text := fmt.Sprintf(countersExperiment, categories(t), "")
	text = must.Replace(text, `target = "class"`, "target = \"class\"\n  label_noise = { rate = 0.4 }")
	s := openSummer(t, text, true, &sparseSummer{})
	trained, wrong, blocks := map[int]int{}, 0, 0
	for _, from := range s.ready.Blocks {
		if from.Encoder.Name != "hashed" {
			continue
		}
		blocks++
		truth, number := from.Dataset.Table.Truth.Class, from.Items[0].Fold
		b := rows.NewBlock(from, from.Items, s.ready, t.TempDir())
		if _, _, err := b.Features(number, false, nil); err != nil {
			t.Fatal(err)
		}
		for _, tested := range []bool{true, false} {
			for _, r := range b.Ranges(number, tested) {
				for _, id := range b.IDs([]contract.Range{r}) {
					before, seen := trained[id]
					switch {
					case tested && r.Class != truth[id]:
						t.Errorf("fold %d tests row %d as class %d, not %d", number, id, r.Class, truth[id])
					case !tested && seen && before != r.Class:
						t.Errorf("row %d trains as class %d and %d", id, before, r.Class)
					case !tested:
						trained[id] = r.Class
					}
				}
			}
		}
		if !slices.Equal(truth, from.Dataset.Table.Truth.Class) {
			t.Error("the table changed")
		}
	}
	for id, class := range trained {
		if class != s.ready.Datasets[0].Table.Truth.Class[id] {
			wrong++
		}
	}
	if n := len(trained); blocks != 3 || wrong < n/5 || wrong > n*3/5 {
		t.Errorf("%d blocks, %d of %d rows are wrong", blocks, wrong, n)
	}
}
