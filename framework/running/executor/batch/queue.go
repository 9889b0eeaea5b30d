package batch

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// open are the jobs of which not all slots have left their ends.
func open(pieces []jobs.Piece, ended map[string]string) []jobs.Piece {
	return lists.Filter(pieces, func(p jobs.Piece) bool {
		return slices.ContainsFunc(p.SlotNames(), func(slot string) bool { return ended[slot] == "" })
	})
}

// listed asks which jobs wait or run. It is nil if the system cannot be asked.
func (e *Executor) listed(ctx context.Context) (func(id string) bool, error) {
	if len(e.settings.Alive) == 0 {
		return nil, nil
	}
	command := e.settings.Command(e.settings.Alive, nil, e.user)
	out, err := e.Run(ctx, "", command[0], command[1:]...)
	var refused *jobs.Refusal
	switch {
	case errors.As(err, &refused) && says(e.settings.None, refused):
		out = ""
	case refused != nil:
		return nil, fmt.Errorf("%w: %w", executor.ErrAway, err)
	case err != nil:
		return nil, err
	}
	if e.settings.AliveID == "" {
		return func(id string) bool { return stands(plain(id), out) }, nil
	}
	ids := lists.Map(batchsystem.Matches(e.settings.AliveID, out), plain)
	return func(id string) bool { return slices.Contains(ids, plain(id)) }, nil
}

// plain is an id without the index of a task: 17 of 17[], 17[3] and 17.
func plain(id string) string {
	id, _, _ = strings.Cut(id, "[")
	return id
}

// stands reports whether an id stands in a text by itself, not within a longer word.
func stands(id, text string) bool {
	return regexp.MustCompile(`(^|[^\w-])` + regexp.QuoteMeta(id) + `($|[^\w-])`).MatchString(text)
}
