package waves

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

// Status is how far a job is, by its folder alone.
type Status struct {
	Done, Failed    int // cells
	Wave            int // number of the last one, 0 if there is none
	Chunks, Claimed int // of the wave
	Slots           []SlotStatus
}

// SlotStatus is what an attempt of the last wave has left.
type SlotStatus struct {
	Attempt job.Attempt
	Results int
	Open    int       // cells that were started and have no result
	Heard   time.Time // when it wrote last
	Status  int       // of its process, −1 while it is at work or if its node is lost
}

// Status reads how far the job is.
func (p *Planner) Status() (s Status, err error) {
	results, err := store.ReadResults(p.Job.Dir)
	if err != nil {
		return s, err
	}
	done := map[string]store.Status{}
	for key, r := range results.ByKey {
		done[key] = r.Status
	}
	results.ByKey = nil // a million of them are a gigabyte
	if err := p.addEarlier(done); err != nil {
		return s, err
	}
	for _, c := range p.Order {
		status, ok := done[c.Key]
		if ok {
			s.Done++
		}
		if ok && status != store.OK && status != store.Skipped {
			s.Failed++
		}
	}
	if s.Wave, err = p.Job.LastWave(); err != nil || s.Wave == 0 {
		return s, err
	}
	w, err := p.Job.Wave(s.Wave)
	if err != nil {
		return s, err
	}
	claimed, err := p.Job.Claimed(s.Wave)
	if err != nil {
		return s, err
	}
	s.Chunks, s.Claimed = len(w.Chunks), len(claimed)
	s.Slots, err = p.slotsOf(s.Wave, results)
	return s, err
}

// addEarlier adds the results that the results folder alone has.
func (p *Planner) addEarlier(done map[string]store.Status) error {
	if len(done) >= len(p.Order) {
		return nil
	}
	results, err := store.ReadResults(p.Out)
	for key, r := range results.ByKey {
		if _, ok := done[key]; !ok {
			done[key] = r.Status
		}
	}
	return err
}

// slotsOf lists the attempts of a wave that left journals.
func (p *Planner) slotsOf(wave int, results store.Results) ([]SlotStatus, error) {
	ended, err := p.Job.Ends()
	if err != nil {
		return nil, err
	}
	status := map[job.Attempt]int{}
	for _, e := range ended {
		status[e.Attempt] = e.Status
	}
	open := map[string]int{}
	for _, u := range results.Unfinished {
		open[u.Journal] = len(u.Keys)
	}
	at := map[job.Attempt]int{}
	var list []SlotStatus
	for journal, n := range results.Journals {
		a, ok := job.AttemptOf(journal)
		if !ok || a.Wave != wave {
			continue
		}
		i, known := at[a]
		if !known {
			i = len(list)
			at[a] = i
			list = append(list, SlotStatus{Attempt: a, Status: -1})
			if end, has := status[a]; has {
				list[i].Status = end
			}
		}
		list[i].Results += n
		list[i].Open += open[journal]
		info, err := os.Stat(filepath.Join(p.Job.Dir, store.JournalDir, journal))
		if err == nil && info.ModTime().After(list[i].Heard) {
			list[i].Heard = info.ModTime()
		}
	}
	return list, nil
}

// Print prints how many cells have results, and what each slot of the last wave
// did last.
func (s Status) Print(w io.Writer, j *job.Job, cells int) error {
	fmt.Fprintf(w, "%s: %d of %s done, %d failed\n", j.Experiment, s.Done,
		wording.Count(cells, "cell"), s.Failed)
	if s.Wave == 0 {
		_, err := fmt.Fprintln(w, "nothing was handed over yet")
		return err
	}
	fmt.Fprintf(w, "wave %d: %d of %s claimed\n", s.Wave, s.Claimed, wording.Count(s.Chunks, "chunk"))
	slices.SortFunc(s.Slots, func(a, b SlotStatus) int {
		return cmp.Compare(a.Attempt.String(), b.Attempt.String())
	})
	for _, slot := range s.Slots {
		state := "ended with status " + fmt.Sprint(slot.Status)
		if slot.Status < 0 {
			state = "last heard of " + time.Since(slot.Heard).Round(time.Second).String() + " ago"
		}
		fmt.Fprintf(w, "  slot %s: %s, %d running, %s\n", slot.Attempt, wording.Count(slot.Results, "result"), slot.Open,
			state)
	}
	return nil
}
