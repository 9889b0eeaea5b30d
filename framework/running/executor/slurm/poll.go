package slurm

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// Poll says how far the wave is. An error that is not ErrAway says why the wave cannot
// be done: the nodes do not share the folder, or cannot run bench.
func (e *Executor) Poll(ctx context.Context, w executor.Wave) (executor.State, error) {
	known, err := e.queue(ctx, w)
	if err != nil {
		return executor.State{}, err
	}
	if err := e.giveUp(ctx, known); err != nil {
		return executor.State{}, err
	}
	state := e.summarize(w, known)
	wait, err := e.verdict(w, known, state.Ended)
	if err != nil {
		return executor.State{}, err
	}
	state.Ended = state.Ended && !wait
	return state, nil
}

// giveUp cancels jobs that would wait for an administrator. Their work is then missing,
// and goes into the next wave.
func (e *Executor) giveUp(ctx context.Context, all entries) error {
	var ids []string
	for i, x := range all {
		if x.stuck() {
			ids = append(ids, x.id())
			all[i].state = "BOOT_FAIL"
		}
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := e.ask(ctx, "scancel", append([]string{"--quiet"}, ids...)...)
	return err
}

// summarize counts the slots of a wave by their states.
func (e *Executor) summarize(w executor.Wave, all entries) executor.State {
	state := executor.State{Ended: true, Ends: map[string]executor.End{}}
	reasons := map[string]int{}
	for _, p := range pieces(w) {
		slots := map[int]entries{} // a slot has two jobs if it was submitted twice
		for _, x := range all.of(p.Name) {
			slots[x.index] = append(slots[x.index], x)
		}
		for index, ran := range slots {
			switch open := slices.DeleteFunc(slices.Clone(ran), entry.ended); {
			case len(open) == 0:
				state.Ends[fmt.Sprintf("%s-%d", p.Class, p.From+index)] = ending(ran)
			case slices.ContainsFunc(open, func(x entry) bool { return !x.pending() }):
				state.Running++
			default:
				state.Pending++
				reasons[open[0].reason]++
			}
		}
	}
	state.Ended = state.Pending == 0 && state.Running == 0
	for _, p := range e.probes(w) {
		for _, x := range all.of(p.name) {
			state.Ended = state.Ended && x.ended()
			if x.pending() {
				reasons = map[string]int{x.reason: 1} // not that slots wait for the probe
			}
		}
	}
	state.Reason = mostly(reasons)
	return state
}

// ending is how a slot ended: by its memory if that happened once, else as the last of its
// jobs.
func ending(ran entries) executor.End {
	last := ran[0]
	for _, x := range ran {
		if ends[x.state] == executor.OutOfMemory {
			return executor.OutOfMemory
		}
		if x.job > last.job {
			last = x
		}
	}
	return ends[last.state]
}

// mostly is the reason that most slots have, in doubt the first by name.
func mostly(reasons map[string]int) string {
	best := ""
	for _, r := range slices.Sorted(maps.Keys(reasons)) {
		if r != "" && r != "None" && (best == "" || reasons[r] > reasons[best]) {
			best = r
		}
	}
	return best
}

// Find reports whether an array of the wave is among the jobs of Slurm, waiting, running
// or ended. Slurm forgets jobs some minutes after their end, so that all but one may be
// forgotten while that one runs; and the driver that made the wave may have ended before it
// had submitted all.
func (e *Executor) Find(ctx context.Context, w executor.Wave) (bool, error) {
	known, err := e.queue(ctx, w)
	if err != nil {
		return false, err
	}
	there := func(p jobs.Piece) bool { return len(known.of(p.Name)) > 0 }
	return slices.ContainsFunc(pieces(w), there), nil
}

// Cancel ends what is left of the wave.
func (e *Executor) Cancel(ctx context.Context, w executor.Wave) error {
	known, err := e.queue(ctx, w)
	if err != nil {
		return err
	}
	ids := known.open()
	if len(ids) == 0 {
		return nil
	}
	_, err = e.ask(ctx, "scancel", append([]string{"--quiet"}, ids...)...)
	return err
}
