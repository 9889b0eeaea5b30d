package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// mostIDs is how many ids one command gets.
const mostIDs = 100

// Cancel ends what is left of the wave, and the job that would make the next.
func (e *Executor) Cancel(ctx context.Context, w executor.Wave) error {
	records, err := e.records(w)
	if err != nil || len(records) == 0 {
		return err
	}
	listed, err := e.listed(ctx)
	if err != nil {
		return err
	}
	var ids []string
	for _, r := range records {
		ids = append(ids, lists.Filter(r.IDs, func(id string) bool { return listed == nil || listed(id) })...)
	}
	if len(e.settings.Cancel) == 0 && len(ids) > 0 {
		return fmt.Errorf("the executor block has no cancel: end the jobs %s by hand", strings.Join(ids, ", "))
	}
	for some := range slices.Chunk(ids, mostIDs) {
		if err := e.cancel(ctx, some); err != nil {
			return err
		}
	}
	for _, r := range records {
		r.Cancelled = true
		if err := r.keep(w); err != nil {
			return err
		}
	}
	return nil
}

// cancel ends jobs. It is not a failure that one has ended by itself meanwhile, if the queue says so: most
// systems call that an error.
func (e *Executor) cancel(ctx context.Context, ids []string) error {
	command := e.settings.Command(e.settings.Cancel, ids, e.user)
	_, err := e.Run(ctx, "", command[0], command[1:]...)
	var refused *jobs.Refusal
	if !errors.As(err, &refused) || len(e.settings.Alive) == 0 {
		return err
	}
	listed, asked := e.listed(ctx)
	if asked != nil || slices.ContainsFunc(ids, listed) {
		return err
	}
	return nil
}

// records are those of the jobs of a wave that were submitted, were not cancelled, and have slots
// that have not ended.
func (e *Executor) records(w executor.Wave) ([]record, error) {
	ended, err := left(w, "ends")
	if err != nil {
		return nil, err
	}
	names := append(lists.Map(open(e.pieces(w), ended), func(p jobs.Piece) string { return p.Name }), jobs.StepName(w))
	var all []record
	for _, name := range names {
		r, err := recorded(w, name)
		if err != nil {
			return nil, err
		}
		if len(r.IDs) > 0 && !r.Cancelled {
			all = append(all, r)
		}
	}
	return all, nil
}
