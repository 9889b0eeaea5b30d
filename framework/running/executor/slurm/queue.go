package slurm

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/running/executor"
)

// queueFormat asks squeue for the number of the array job, the index in it, state,
// node, name and reason. The reason is last: an administrator may write anything there.
const queueFormat = "%F|%K|%T|%N|%j|%r"

// entry is a line of squeue: a slot or a probe job.
type entry struct {
	job                       int // the number of the array job
	index                     int // in the array, -1 of a job without
	state, node, name, reason string
}

// entries are jobs as squeue lists them.
type entries []entry

// queue asks for all jobs of a wave, also for those that have ended.
func (e *Executor) queue(ctx context.Context, w executor.Wave) (entries, error) {
	if err := check(w); err != nil {
		return nil, err
	}
	out, err := e.ask(ctx, "squeue", "-h", "-r", "-t", "all", "-n", strings.Join(e.jobNames(w), ","), "-o", queueFormat)
	if err != nil {
		return nil, err
	}
	all, err := parseQueue(out)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", executor.ErrAway, err)
	}
	return all, nil
}

// parseQueue reads what squeue prints in queueFormat.
func parseQueue(text string) (entries, error) {
	var all entries
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "CLUSTER: ") { // as with SLURM_CLUSTERS
			continue
		}
		f := strings.SplitN(line, "|", 6)
		if len(f) < 6 {
			return nil, fmt.Errorf("squeue printed %q, not number, index, state, node, name and reason", line)
		}
		x := entry{index: -1, state: f[2], node: f[3], name: f[4], reason: f[5]}
		var err error
		if x.job, err = strconv.Atoi(f[0]); err == nil && f[1] != "N/A" {
			x.index, err = strconv.Atoi(f[1])
		}
		if err != nil || x.index < -1 {
			return nil, fmt.Errorf("squeue printed %q, where number and index should be first", line)
		}
		all = append(all, x)
	}
	return all, nil
}

// of are the jobs with a name.
func (all entries) of(name string) entries {
	return lists.Filter(all, func(x entry) bool { return x.name == name })
}

// open are the numbers of jobs that have not ended, each once, as scancel takes them.
func (all entries) open() []string {
	var ids []string
	for _, x := range all {
		if id := strconv.Itoa(x.job); !x.ended() && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// ends are the states of jobs that have ended. Whatever else Slurm says of a job, it may
// still do something.
var ends = map[string]executor.End{
	"COMPLETED":     executor.Completed,
	"FAILED":        executor.Failed,
	"OUT_OF_MEMORY": executor.OutOfMemory,
	"NODE_FAIL":     executor.Lost,
	"BOOT_FAIL":     executor.Lost,
	"PREEMPTED":     executor.Lost,
	"TIMEOUT":       executor.TimeLimit,
	"DEADLINE":      executor.TimeLimit,
	"CANCELLED":     executor.Cancelled,
	"REVOKED":       executor.Cancelled,
}

func (x entry) ended() bool {
	_, ended := ends[x.state]
	return ended
}

// waiting are the states of jobs that hold no node.
var waiting = []string{"PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD"}

// stuck reports whether Slurm holds a job because a node could not begin it: as when a
// node comes back on which an earlier try still ends. Nothing but scontrol release, which
// takes an operator, would let it go on. What a user has held is another matter.
func (x entry) stuck() bool {
	return x.pending() && (strings.HasPrefix(x.reason, "launch failed") || x.reason == "JobHoldMaxRequeue")
}

// id is what scancel takes.
func (x entry) id() string {
	if x.index < 0 {
		return strconv.Itoa(x.job)
	}
	return fmt.Sprintf("%d_%d", x.job, x.index)
}

func (x entry) pending() bool { return slices.Contains(waiting, x.state) }
