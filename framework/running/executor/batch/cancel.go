package batch

import (
	"context"
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
		command := e.settings.Command(e.settings.Cancel, some, e.user)
		if _, err := e.Run(ctx, "", command[0], command[1:]...); err != nil {
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

// records are those of all jobs of a wave that were submitted and not cancelled.
func (e *Executor) records(w executor.Wave) ([]record, error) {
	names := append(lists.Map(e.pieces(w), func(p jobs.Piece) string { return p.Name }), jobs.StepName(w))
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
