package fetch

import (
	"context"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
)

// Outcome is what was done for an experiment file.
type Outcome struct {
	Entries []named.Entry // of the datasets, in the order of the file
	Written bool          // whether the lock file has changed
	Diags   diagnostic.List
}

// File fetches what an experiment file names, and writes the lock file after each name, so that nothing is lost when it is
// interrupted. What cannot be fetched is an error in the outcome; the rest is fetched nevertheless. Components are those
// that the file can name without plugins.
func (f *Fetcher) File(ctx context.Context, path string, vars map[string]string,
	components []contract.Component) (Outcome, error) {
	var out Outcome
	file, diags := experiment.Parse(path, vars)
	if file == nil || diags.HasErrors() {
		out.Diags = diags
		return out, nil
	}
	lock, found := file.Lock()
	if found.HasErrors() {
		out.Diags = found
		return out, nil
	}
	bound, _ := file.Bind(experiment.Catalog{Components: components, Incomplete: true, Unfetched: true})
	done := map[source.Name]bool{}
	for i := range bound.Datasets {
		dataset := &bound.Datasets[i]
		var s source.Source
		if dataset.Config.Decode(&s) != nil {
			continue // bench validate says it
		}
		names := s.Names()
		if len(names) != 1 || done[names[0]] {
			continue
		}
		done[names[0]] = true
		entry, err := f.dataset(ctx, Request{names[0], s, file.Files.Absolute(".")}, lock)
		if err != nil && ctx.Err() != nil {
			return out, ctx.Err()
		}
		if err != nil {
			out.Diags = append(out.Diags, dataset.Errorf([]any{names[0].Kind}, fmt.Sprintf("Dataset %q was not fetched",
				dataset.Name), "%v.", err))
			continue
		}
		out.Entries = append(out.Entries, entry)
		next := lock.WithNamed([]named.Entry{entry}, nil)
		written, err := next.Save(requires.LockPath(path), lock)
		if err != nil {
			return out, errors.Join(errors.New("the lock file cannot be written"), err)
		}
		out.Written = out.Written || written
		lock = next
	}
	return out, nil
}

// dataset is Data with what the lock file says.
func (f *Fetcher) dataset(ctx context.Context, r Request, lock *requires.Lock) (named.Entry, error) {
	locked, known := lock.Entry(r.Kind, r.ID)
	if !known {
		return f.Data(ctx, r, nil)
	}
	return f.Data(ctx, r, &locked)
}
