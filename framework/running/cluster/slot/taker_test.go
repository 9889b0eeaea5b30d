package slot

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/prepare"
)

// twelve cells in six chunks of a wave, of which the last but one is of another class
// and the last is to be done alone.
func twelve(t *testing.T) (*job.Job, job.Wave, []plan.Cell) {
	t.Helper()
	j := &job.Job{Dir: filepath.Join(t.TempDir(), "job")}
	if err := j.Create(); err != nil {
		t.Fatal(err)
	}
	w := job.Wave{Wave: executor.Wave{Number: 1, Arrays: []executor.Array{{Class: "default", Slots: 3}}}}
	var order []plan.Cell
	for n := range 6 {
		w.Chunks = append(w.Chunks, job.Chunk{Class: "default", Cells: [][2]int{{2 * n, 2*n + 2}}})
		order = append(order, plan.Cell{Key: fmt.Sprint(2 * n)}, plan.Cell{Key: fmt.Sprint(2*n + 1)})
	}
	w.Chunks[4].Class, w.Chunks[5].Alone = "big", true
	if err := j.WriteWave(w); err != nil {
		t.Fatal(err)
	}
	return j, w, order
}

func keys(cells []plan.Cell) (list []string) {
	for _, c := range cells {
		list = append(list, c.Key)
	}
	return list
}

func TestTaker(t *testing.T) {
	j, w, order := twelve(t)
	never := time.Now().Add(24 * time.Hour)
	slot := func(class string, index, restart int) *Taker {
		return NewTaker(j, w, job.Attempt{Wave: 1, Class: class, Index: index, Batch: "7", Restart: restart}, order, never)
	}
	takes := func(what string, taker *Taker, from, to int, want ...string) {
		t.Helper()
		if got := keys(taker.Take(order[from:to])); !slices.Equal(got, want) || taker.Err() != nil {
			t.Errorf("%s takes %v, want %v; %v", what, got, want, taker.Err())
		}
	}
	first, second := slot("default", 1, 0), slot("default", 2, 0)
	for _, class := range []string{"default", "big"} {
		if Idle(j, w, job.Attempt{Class: class, Index: 1}) {
			t.Errorf("a slot of class %s has nothing to do", class)
		}
	}
	takes("the first", first, 0, 1, "0")
	takes("the second", second, 0, 4, "2", "3")
	takes("the first", first, 1, 4, "1") // what it has claimed before
	takes("a slot of another class", slot("big", 0, 0), 0, 12, "8", "9")
	takes("the first, alone", slot("default", 0, 0), 0, 12, "10", "11")
	takes("a life after", slot("default", 2, 1), 0, 4, "2", "3")
	first.Stop()
	takes("a slot that was told to end", first, 0, 12)
	if !first.Left() || second.Left() {
		t.Error("what was left is not told")
	}
	late := NewTaker(j, w, job.Attempt{Wave: 1, Class: "default", Index: 1, Batch: "7", Restart: 1}, order, time.Now().Add(-1))
	takes("a slot whose time is over", late, 4, 8)
	if !late.Left() {
		t.Error("what was left is not told")
	}
	takes("the second", second, 0, 12, "2", "3", "4", "5", "6", "7")
	for a, idle := range map[job.Attempt]bool{
		{Class: "default", Index: 2}: true, {Class: "default", Index: 2, Restart: 1}: false, {Class: "big"}: true,
		{Class: "default"}: true,
	} {
		if got := Idle(j, w, a); got != idle {
			t.Errorf("%s is idle: %v", a, got)
		}
	}
}

// A folder that cannot be written is an error, once and for all.
func TestTakerCannotClaim(t *testing.T) {
	j, w, order := twelve(t)
	j.Dir = filepath.Join(j.Dir, "gone")
	taker := NewTaker(j, w, job.Attempt{Wave: 1, Class: "default", Index: 1, Batch: "7"}, order, time.Now().Add(time.Hour))
	if got := taker.Take(order); len(got) > 0 || taker.Err() == nil {
		t.Errorf("takes %v, %v", got, taker.Err())
	}
}

// Slots begin at different places, and each sees all the work.
func TestRotate(t *testing.T) {
	for index, want := range []string{"[[0 1 2 3] [4 5]]", "[[2 3 0 1] [4 5]]", "[[4 5] [0 1 2 3]]"} {
		p := &prepare.Prepared{Blocks: []*prepare.Block{{}, {}}}
		for n := range 6 {
			b := p.Blocks[n/4]
			b.Items = append(b.Items, prepare.Item{Fold: n})
		}
		Rotate(p, index, 3)
		var folds [][]int
		for _, b := range p.Blocks {
			var list []int
			for _, item := range b.Items {
				list = append(list, item.Fold)
			}
			folds = append(folds, list)
		}
		if got := fmt.Sprint(folds); got != want {
			t.Errorf("slot %d begins %s, want %s", index, got, want)
		}
	}
}
