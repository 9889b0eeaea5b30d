package waves

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/executor"
)

// cellsOf lists the cells of two datasets, the second of which needs more, two folds
// and two learners with so many reductions.
func cellsOf(reductions int) []plan.Cell {
	p := &plan.Plan{}
	for _, dataset := range []string{"small", "large"} {
		for _, learner := range []string{"a", "b"} {
			for r := range reductions {
				for fold := range 2 {
					names := plan.Combination{Dataset: dataset, Learner: learner, Reduction: fmt.Sprint("r", r)}
					p.Cells = append(p.Cells, plan.Cell{Key: fmt.Sprint(names, fold), Combination: names, Fold: fold})
				}
			}
		}
	}
	return job.Order(p)
}

func planner(t *testing.T, reductions int) *Planner {
	t.Helper()
	j := &job.Job{Experiment: "e", Dir: filepath.Join(t.TempDir(), "e-1234")}
	if err := j.Create(); err != nil {
		t.Fatal(err)
	}
	return &Planner{
		Job: j, Out: t.TempDir(), Order: cellsOf(reductions), Tell: func(line string) { t.Log(line) },
		Executor: experiment.Executor{Slots: 3, Options: []string{"-p", "cpu"}, Classes: []experiment.ResourceClass{{
			Name: "big", Match: map[string][]string{"dataset": {"large"}}, Options: []string{"--mem=4G"},
		}}},
	}
}

// work leaves the journal of an attempt that started some cells and ended the first of
// them, and how its process ended, unless status is negative.
func (p *Planner) work(t *testing.T, a job.Attempt, status, results int, cells ...plan.Cell) {
	t.Helper()
	journal, err := store.OpenJournal(p.Job.Dir, a.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		if err := journal.Start(c.Key); err != nil {
			t.Fatal(err)
		}
	}
	w, err := p.Job.Wave(a.Wave)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells[:results] {
		if err := journal.Result(store.Result{Key: c.Key, Status: store.Failed, Attempt: w.Attempts[c.Key]}, store.Output{}); err != nil {
			t.Fatal(err)
		}
	}
	if status >= 0 {
		if err := p.Job.NoteEnd(a, status); err != nil {
			t.Fatal(err)
		}
	}
}

func (p *Planner) next(t *testing.T) job.Wave {
	t.Helper()
	w, ok, err := p.Next()
	if err != nil || !ok {
		t.Fatalf("no wave: %v", err)
	}
	whole, err := p.Job.Wave(w.Number)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// A wave holds every missing cell once, in chunks of one class that keep together what
// is trained together.
func TestWave(t *testing.T) {
	p := planner(t, 50)
	w := p.next(t)
	if w.Number != 1 || w.Name != "bench-e-1234-w1" || w.Size() != len(p.Order) {
		t.Errorf("wave %d called %s has %d cells, want %d", w.Number, w.Name, w.Size(), len(p.Order))
	}
	want := []executor.Array{
		{Class: "default", Options: []string{"-p", "cpu"}, Slots: 2}, {Class: "big", Options: []string{"-p", "cpu", "--mem=4G"}, Slots: 2},
	}
	if fmt.Sprint(w.Arrays) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", w.Arrays, want)
	}
	seen := map[int]int{}
	for n, chunk := range w.Chunks {
		for _, r := range chunk.Cells {
			for i := r[0]; i < r[1]; i++ {
				seen[i]++
				if class := p.Executor.ClassOf(p.Order[i]); class != chunk.Class {
					t.Errorf("a cell of class %s is in a chunk of class %s", class, chunk.Class)
				}
				if i > 0 && seen[i-1] > 0 && i == r[0] && sharesTraining(p.Order[i-1], p.Order[i]) {
					t.Errorf("chunk %d begins in the middle of a training", n)
				}
			}
		}
	}
	if len(seen) != len(p.Order) {
		t.Errorf("%d cells, want %d", len(seen), len(p.Order))
	}
	if _, err := os.Stat(filepath.Join(p.Job.Dir, "waves", "0001.json")); err != nil {
		t.Error(err)
	}
	if err := p.Job.WriteWave(w); !errors.Is(err, executor.ErrTaken) {
		t.Errorf("a wave was written twice: %v", err)
	}
}

// What has results is in no further wave, what is retried has the number of its
// attempt, and nothing is left in the end.
func TestWavesEnd(t *testing.T) {
	p := planner(t, 1)
	p.Attempts = map[string]int{p.Order[0].Key: 2}
	w := p.next(t)
	if w.Attempts[p.Order[0].Key] != 2 || len(w.Attempts) != 1 {
		t.Errorf("attempts %v", w.Attempts)
	}
	p.work(t, job.Attempt{Wave: 1, Class: "default", Batch: "7"}, 0, 3, p.Order[:3]...)
	if w = p.next(t); w.Number != 2 || w.Size() != len(p.Order)-3 {
		t.Errorf("wave %d has %d cells", w.Number, w.Size())
	}
	p.work(t, job.Attempt{Wave: 2, Class: "default", Batch: "8"}, 0, len(p.Order)-3, p.Order[3:]...)
	if w, more, err := p.Next(); err != nil || more {
		t.Errorf("wave %d, %v", w.Number, err)
	}
	if len(p.Results().ByKey) != len(p.Order) {
		t.Errorf("%d results", len(p.Results().ByKey))
	}
}

// A cell that is under way when a process is killed runs alone, and is given up with
// the evidence after three times; one whose node is lost is not blamed, nor are cells
// of slots that were told to end, or could not write.
func TestStrikes(t *testing.T) {
	p := planner(t, 2)
	poison, fellow := p.Order[0], p.Order[1]
	ends := []int{137, 1, 139}
	for n, status := range ends {
		w := p.next(t)
		alone := lists(w, p.Order)
		if n == 0 && len(alone) > 0 || n == 1 && !slices.Equal(alone, []string{poison.Key, fellow.Key}) || n == 2 && !slices.Equal(alone, []string{poison.Key}) {
			t.Fatalf("wave %d does %v alone", w.Number, alone)
		}
		under := []plan.Cell{poison}
		if n == 0 {
			under = append(under, fellow)
		}
		p.work(t, job.Attempt{Wave: w.Number, Class: "default", Index: n, Batch: "7"}, status, 0, under...)
		if n == 1 {
			p.work(t, job.Attempt{Wave: w.Number, Class: "default", Index: 9, Batch: "7"}, 0, 1, fellow)
		}
		for i, innocent := range []int{-1, 0, job.StatusYielded, job.StatusFolder, 128 + 15} {
			p.work(t, job.Attempt{Wave: w.Number, Class: "default", Index: 10 + i, Batch: "7"}, innocent, 0, p.Order[2])
		}
	}
	missing, err := p.Gather()
	if err != nil || slices.Contains(missing, 0) || !slices.Contains(missing, 2) {
		t.Fatalf("%v, %v", missing, err)
	}
	r := p.Results().ByKey[poison.Key]
	if r.Status != store.Failed || !strings.Contains(r.Error, "3 times") || !strings.Contains(r.Error, "w3.default.2.7.0 with status 139") {
		t.Errorf("%s: %s", r.Status, r.Error)
	}
	again, err := store.ReadResults(p.Out)
	if err != nil || again.ByKey[poison.Key].Error != r.Error {
		t.Errorf("what was given up is not kept: %v, %v", again.ByKey[poison.Key], err)
	}
	p.Attempts = map[string]int{poison.Key: 1}
	if missing, err := p.Gather(); err != nil || !slices.Contains(missing, 0) {
		t.Errorf("what was given up cannot be retried: %v, %v", missing, err)
	}
}

// lists names the cells that a wave does alone.
func lists(w job.Wave, order []plan.Cell) (keys []string) {
	for _, chunk := range w.Chunks {
		if chunk.Alone {
			keys = append(keys, order[chunk.Cells[0][0]].Key)
		}
	}
	return keys
}

// A slot that the kernel ended for its memory, script and all, is a strike.
func TestOutOfMemory(t *testing.T) {
	p := planner(t, 2)
	w := p.next(t)
	a := job.Attempt{Wave: 1, Class: "default", Index: 1, Batch: "7"}
	p.work(t, a, -1, 0, p.Order[0])
	state := executor.State{Ended: true, Ends: map[string]executor.End{"default-1": executor.OutOfMemory}}
	if err := p.Settle(t.Context(), w.Wave, state); err != nil {
		t.Fatal(err)
	}
	if alone := lists(p.next(t), p.Order); !slices.Equal(alone, []string{p.Order[0].Key}) {
		t.Errorf("%v run alone", alone)
	}
}

// Waves that bring nothing end the driver, which names the logs.
func TestFruitless(t *testing.T) {
	p := planner(t, 1)
	for range fruitlessWaves {
		p.next(t)
	}
	if _, _, err := p.Next(); !errors.Is(err, ErrFruitless) || !strings.Contains(err.Error(), p.Job.Logs()) {
		t.Errorf("error %v", err)
	}
}

// A driver waits for traces that a shared folder shows late, and no longer than it must.
func TestSettle(t *testing.T) {
	p := planner(t, 1)
	w := p.next(t)
	a := job.Attempt{Wave: 1, Class: "default", Batch: "7"}
	if _, err := p.Job.Claim(1, 0, a.Owner()); err != nil {
		t.Fatal(err)
	}
	state := executor.State{Ended: true, Ends: map[string]executor.End{"default-0": executor.Completed}}
	synctest.Test(t, func(t *testing.T) {
		done := make(chan error, 1)
		go func() { done <- p.Settle(t.Context(), w.Wave, state) }()
		waits := func(what string) {
			t.Helper()
			for range 3 {
				synctest.Wait()
			}
			select {
			case err := <-done:
				t.Errorf("%s is not waited for: %v", what, err)
			default:
			}
		}
		waits("the end")
		if err := p.Job.NoteEnd(a, 0); err != nil {
			t.Fatal(err)
		}
		waits("the results")
		var cells []plan.Cell
		for _, r := range w.Chunks[0].Cells {
			cells = append(cells, p.Order[r[0]:r[1]]...)
		}
		p.work(t, a, 0, len(cells), cells...)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// A node that takes no part is told of once.
func TestRefusalsAreTold(t *testing.T) {
	p := planner(t, 1)
	var told []string
	p.Tell = func(line string) { told = append(told, line) }
	t.Setenv(job.NodeVariable, "n7")
	if err := p.Job.Refuse(job.Attempt{Wave: 1, Class: "default", Batch: "7"}, "its kernel class is arm64: other"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := p.Gather(); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"warning: node n7 takes no part: its kernel class is arm64: other"}; !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

// The folder of the job and that of the results tell how far the slots are.
func TestStatus(t *testing.T) {
	p := planner(t, 2)
	w := p.next(t)
	ended, at := job.Attempt{Wave: 1, Class: "default", Batch: "7"}, job.Attempt{Wave: 1, Class: "big", Batch: "8"}
	for _, a := range []job.Attempt{ended, at} {
		if _, err := p.Job.Claim(1, len(a.Class)%len(w.Chunks), a.Owner()); err != nil {
			t.Fatal(err)
		}
	}
	p.work(t, ended, 0, 2, p.Order[:2]...)
	p.work(t, at, -1, 1, p.Order[8:11]...)
	earlier, err := store.OpenJournal(p.Out, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Order[:4] { // of which two are in the job too
		if err := earlier.Result(store.Result{Key: c.Key, Status: store.Skipped}, store.Output{}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := p.Status()
	if err != nil || s.Done != 5 || s.Failed != 3 || s.Wave != 1 || s.Chunks != len(w.Chunks) || s.Claimed != 2 || len(s.Slots) != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
	for _, slot := range s.Slots {
		want := SlotStatus{Attempt: ended, Results: 2, Status: 0}
		if slot.Attempt == at {
			want = SlotStatus{Attempt: at, Results: 1, Open: 2, Status: -1}
		}
		if slot.Heard.IsZero() {
			t.Errorf("%s was never heard of", slot.Attempt)
		}
		if slot.Heard = want.Heard; slot != want {
			t.Errorf("%+v, want %+v", slot, want)
		}
	}
}
