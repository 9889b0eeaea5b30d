package batch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// Find reports whether a job of the wave was submitted.
func (e *Executor) Find(_ context.Context, w executor.Wave) (bool, error) {
	for _, p := range e.pieces(w) {
		if r, err := recorded(w, p.Name); err != nil || len(r.IDs) > 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// Poll says how far the wave is. A wave has ended if each slot has left its end, or if the
// queue lacks the jobs of the others: the system is asked for these only. The queue may be late
// to list a job, and the folder to show an end, so that jobs which are missing are looked for
// again before they count as gone.
func (e *Executor) Poll(ctx context.Context, w executor.Wave) (executor.State, error) {
	for until := time.Now().Add(e.latency); ; {
		state, missing, err := e.look(ctx, w)
		if err != nil || len(missing) == 0 {
			return state, err
		}
		if time.Now().After(until) {
			return state, e.giveUp(ctx, w, missing)
		}
		select {
		case <-ctx.Done():
			return state, context.Cause(ctx)
		case <-time.After(e.latency / looks):
			lookAnew(w)
		}
	}
}

// looks is how often jobs that are missing are looked for before they count as gone.
const looks = 4

// giveUp notes jobs that are gone, so that nobody waits for them again, and cancels them in case
// that they are stuck. What the system says to that does not matter: they may not be there.
func (e *Executor) giveUp(ctx context.Context, w executor.Wave, missing []string) error {
	for _, name := range missing {
		r, err := recorded(w, name)
		if err != nil {
			return err
		}
		if len(e.settings.Cancel) > 0 {
			_ = e.cancel(ctx, r.IDs)
		}
		e.mu.Lock()
		e.gone[name] = true
		e.mu.Unlock()
	}
	return nil
}

// look says how far the wave is now, and which jobs are missing: they are neither in the queue,
// nor have all their slots left their ends.
func (e *Executor) look(ctx context.Context, w executor.Wave) (executor.State, []string, error) {
	state := executor.State{Ends: map[string]executor.End{}}
	ended, err := left(w, "ends")
	if err != nil {
		return state, nil, err
	}
	begun, err := left(w, begunDir)
	if err != nil {
		return state, nil, err
	}
	for slot, name := range ended {
		state.Ends[slot] = ending(w, name)
	}
	alive, missing, err := e.alive(ctx, w, open(e.pieces(w), ended))
	for _, p := range alive {
		for _, slot := range p.SlotNames() {
			switch {
			case ended[slot] != "":
			case begun[slot] != "":
				state.Running++
			default:
				state.Pending++
			}
		}
	}
	state.Ended = len(alive) == 0
	return state, missing, err
}

// ending is how a slot ended, by the file that it left.
func ending(w executor.Wave, name string) executor.End {
	text, err := os.ReadFile(filepath.Join(w.Job, "ends", name))
	if err == nil && strings.TrimSpace(string(text)) == "0" {
		return executor.Completed
	}
	return executor.Failed
}

// alive divides jobs whose slots have not all ended into those that wait or run, and those
// that are missing. Jobs that were not submitted, were cancelled or are known to be gone are
// neither.
func (e *Executor) alive(ctx context.Context, w executor.Wave, pieces []jobs.Piece) (
	alive []jobs.Piece, missing []string, err error) {
	records := map[string]record{}
	for _, p := range pieces {
		if records[p.Name], err = recorded(w, p.Name); err != nil {
			return nil, nil, err
		}
	}
	pieces = lists.Filter(pieces, func(p jobs.Piece) bool { return len(records[p.Name].IDs) > 0 })
	if len(pieces) == 0 {
		return nil, nil, nil
	}
	listed, err := e.listed(ctx)
	if err != nil {
		return nil, nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range pieces {
		r := records[p.Name]
		switch {
		case listed == nil && !r.Cancelled, listed != nil && slices.ContainsFunc(r.IDs, listed):
			alive = append(alive, p)
		case !r.Cancelled && !e.gone[p.Name]:
			missing = append(missing, p.Name)
		}
	}
	return alive, missing, nil
}
