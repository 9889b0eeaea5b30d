// Package waves decides what a cluster does next for a job: which cells are missing,
// in which chunks slots take them, and which cells are given up because they end the
// processes that work on them.
package waves

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/executor"
)

// fruitlessWaves is after how many waves without anything new the driver gives up.
const fruitlessWaves = 2

// ErrFruitless is the error of waves that bring nothing.
var ErrFruitless = errors.New("the slots of two waves ended without a result")

// Gather copies what the job has found into the results folder, gives up cells that
// were struck too often, and says what is missing.
func (p *Planner) Gather() (missing []int, err error) {
	if _, err = store.GatherJournals(p.Out, []string{p.Job.Dir}); err != nil {
		return nil, err
	}
	if p.results, err = store.ReadResults(p.Out); err != nil {
		return nil, err
	}
	if err := p.countStrikes(); err != nil {
		return nil, err
	}
	if err := p.quarantine(); err != nil {
		return nil, err
	}
	for i, c := range p.Order {
		if !p.done(c.Key) {
			missing = append(missing, i)
		}
	}
	return missing, p.tellRefusals()
}

// Last is the wave that was written last; ok is false if there is none.
func (p *Planner) Last() (w executor.Wave, ok bool, err error) {
	n, err := p.Job.LastWave()
	if err != nil || n == 0 {
		return w, false, err
	}
	last, err := p.Job.Wave(n)
	return last.Wave, err == nil, err
}

// Begun reports whether slots of a wave have left a trace.
func (p *Planner) Begun(w executor.Wave) (bool, error) {
	claimed, err := p.Job.Claimed(w.Number)
	if err != nil || len(claimed) > 0 {
		return len(claimed) > 0, err
	}
	ended, err := p.Job.Ended(w.Number)
	return len(ended) > 0, err
}

// Over reports whether every slot of a wave has left its end.
func (p *Planner) Over(w executor.Wave) bool {
	ended, err := p.Job.Ended(w.Number)
	if err != nil {
		return false
	}
	slots := map[string]bool{}
	for _, a := range ended {
		slots[a.Slot()] = true
	}
	for _, a := range w.Arrays {
		for i := range a.Slots {
			if !slots[fmt.Sprintf("%s-%d", a.Class, i)] {
				return false
			}
		}
	}
	return true
}

// Next writes the next wave; ok is false if nothing is missing.
func (p *Planner) Next() (next executor.Wave, ok bool, err error) {
	missing, err := p.Gather()
	if err != nil || len(missing) == 0 {
		return next, false, err
	}
	if err := p.checkProgress(); err != nil {
		return next, false, err
	}
	number, err := p.Job.LastWave()
	if err != nil {
		return next, false, err
	}
	w := p.wave(number+1, missing)
	if err := p.Job.WriteWave(w); err != nil {
		return next, false, fmt.Errorf("writing a wave to the shared folder: %w", err)
	}
	return w.Wave, true, nil
}

// checkProgress gives up after waves that brought nothing.
func (p *Planner) checkProgress() error {
	found := 1 + len(p.results.ByKey)
	for _, list := range p.strikes {
		found += len(list)
	}
	p.fruitless++
	if found != p.found {
		p.fruitless = 0
	}
	p.found = found
	if p.fruitless < fruitlessWaves {
		return nil
	}
	if entries, err := os.ReadDir(p.Job.Logs()); err == nil && len(entries) == 0 {
		return fmt.Errorf("%w, and left nothing in %s: the nodes do not see this folder as this machine does, or the batch "+
			"system ended the jobs before they began", ErrFruitless, p.Job.Logs())
	}
	return fmt.Errorf("%w; what they printed is in %s", ErrFruitless, p.Job.Logs())
}

// tellRefusals says which nodes do not take part, each once.
func (p *Planner) tellRefusals() error {
	list, err := p.Job.Refusals()
	for _, r := range list {
		line := fmt.Sprintf("warning: node %s takes no part: %s", r.Node, r.Reason)
		if !p.told[line] {
			if p.told == nil {
				p.told = map[string]bool{}
			}
			p.told[line] = true
			p.Tell(wording.Harmless(line, 500))
		}
	}
	return err
}

// Settle waits until the traces of a wave that has ended can be seen: a shared folder
// may show them late. A slot that ended in order has results for all that it claimed.
func (p *Planner) Settle(ctx context.Context, w executor.Wave, s executor.State) error {
	if err := p.noteKills(w, s); err != nil {
		return err
	}
	for deadline := time.Now().Add(settleWithin); time.Now().Before(deadline); {
		p.Job.LookAnew()
		late, err := p.late(w, s)
		if err != nil || !late {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(settleInterval):
		}
	}
	return nil
}

// Traces are looked for so long. Clients of NFS show new files of others after a minute,
// but at once in a folder that they have written to themselves.
const (
	settleWithin   = 20 * time.Second
	settleInterval = 500 * time.Millisecond
)

// late reports whether traces of a wave are missing that must be there.
func (p *Planner) late(w executor.Wave, s executor.State) (bool, error) {
	ended, err := p.Job.Ends()
	if err != nil {
		return false, err
	}
	orderly := map[string]bool{} // slots
	owners := map[string]bool{}
	for _, e := range ended {
		if e.Wave == w.Number {
			orderly[e.Slot()] = true
			if e.Status == 0 {
				owners[e.Owner()] = true
			}
		}
	}
	for slot, end := range s.Ends {
		if (end == executor.Completed || end == executor.Failed) && !orderly[slot] {
			return true, nil
		}
	}
	results, err := store.ReadResults(p.Job.Dir)
	if err != nil {
		return false, err
	}
	wave, err := p.Job.Wave(w.Number)
	if err != nil {
		return false, err
	}
	return p.Job.AnyClaim(wave, func(chunk job.Chunk, owner string) bool {
		return owners[owner] && slices.ContainsFunc(chunk.Cells, func(r [2]int) bool {
			return slices.ContainsFunc(p.Order[r[0]:r[1]], func(c plan.Cell) bool {
				_, ok := results.ByKey[c.Key]
				return !ok
			})
		})
	})
}

// noteKills writes down of attempts whose slots the kernel ended for their memory what
// their own script could not.
func (p *Planner) noteKills(w executor.Wave, s executor.State) error {
	results, err := store.ReadResults(p.Job.Dir)
	if err != nil {
		return err
	}
	for _, u := range results.Unfinished {
		a, ok := job.AttemptOf(u.Journal)
		if ok && a.Wave == w.Number && s.Ends[a.Slot()] == executor.OutOfMemory {
			if err := p.Job.NoteEnd(a, killed); err != nil {
				return err
			}
		}
	}
	return nil
}

const killed = 128 + 9

// countStrikes finds the cells that were being worked on when a process ended while
// its node lived.
func (p *Planner) countStrikes() error {
	ended, err := p.Job.Ends()
	if err != nil {
		return err
	}
	status := map[job.Attempt]int{}
	for _, e := range ended {
		if e.Killed() {
			status[e.Attempt] = e.Status
		}
	}
	p.strikes = map[string][]strike{}
	attempts := map[int]map[string]int{} // of waves
	for _, u := range p.results.Unfinished {
		a, ok := job.AttemptOf(u.Journal)
		if !ok || status[a] == 0 {
			continue
		}
		if attempts[a.Wave] == nil {
			w, err := p.Job.Wave(a.Wave)
			if err != nil {
				return err
			}
			attempts[a.Wave] = w.Attempts
		}
		for _, key := range u.Keys {
			if attempts[a.Wave][key] == p.Attempts[key] {
				p.strikes[key] = append(p.strikes[key], strike{a, status[a]})
			}
		}
	}
	return nil
}

// quarantine records the cells that ended too many processes as failed.
func (p *Planner) quarantine() error {
	var given []store.Result
	for _, c := range p.Order {
		if list := p.strikes[c.Key]; len(list) >= mostStrikes && !p.done(c.Key) {
			given = append(given, store.Result{
				Key: c.Key, Attempt: p.Attempts[c.Key], Status: store.Failed, Error: evidence(list),
				BinaryProblems: c.Problems,
			})
		}
	}
	if len(given) == 0 {
		return nil
	}
	journal, err := store.OpenJournal(p.Out, "driver", p.Environment)
	if err != nil {
		return err
	}
	for _, r := range given {
		if err := journal.Result(r, store.Output{}); err != nil {
			return errors.Join(err, journal.Close())
		}
		p.results.ByKey[r.Key] = r
	}
	return journal.Close()
}

// evidence says how a cell ended the processes that worked on it.
func evidence(list []strike) string {
	var parts []string
	for _, s := range list {
		parts = append(parts, fmt.Sprintf("%s with status %d", s.attempt, s.status))
	}
	return fmt.Sprintf("it ended the process of its slot %s while the node went on: %s",
		wording.Count(len(list), "time"), strings.Join(parts, ", "))
}
