package fetch

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
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

// File fetches what an experiment file names, and writes the lock file after each name, so that nothing is lost when
// it is interrupted. What cannot be fetched is an error in the outcome; the rest is fetched nevertheless. Components
// are those that the file can name without plugins.
func (f *Fetcher) File(ctx context.Context, path string, vars map[string]string,
	components []contract.Component) (Outcome, error) {
	var out Outcome
	file, diags := experiment.Parse(path, vars)
	if file == nil || diags.HasErrors() {
		out.Diags = diags
		return out, nil
	}
	lock, _ := file.Lock()
	if len(file.Suites) > 0 {
		var err error
		if lock, err = f.suites(ctx, file, lock, &out); err != nil {
			return out, err
		}
		file, _ = experiment.Parse(path, vars) // with the tasks
	}
	if lock != nil {
		f.known = slices.Clone(lock.Data)
	}
	bound, wrong := file.Bind(experiment.Catalog{Components: components, Incomplete: true, Unfetched: true})
	out.Diags = append(out.Diags, errorsOf(wrong)...)
	done := map[source.Name]bool{}
	for i := range bound.Datasets {
		r, named := request(&bound.Datasets[i], file)
		if !named || done[r.Name] {
			continue
		}
		done[r.Name] = true
		var err error
		if lock, err = f.dataset(ctx, &bound.Datasets[i], r, lock, file.Path, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// errorsOf are the errors of a list. Warnings are for bench validate.
func errorsOf(all diagnostic.List) diagnostic.List {
	return lists.Filter(all, func(d diagnostic.Diagnostic) bool { return d.Severity == contract.Error })
}

// request is what a dataset names, if it names something.
func request(dataset *experiment.Instance, file *experiment.File) (Request, bool) {
	var s source.Source
	if dataset.Config.Decode(&s) != nil {
		return Request{}, false // bench validate says it
	}
	name, is := s.NameAlone()
	return Request{name, s, file.Files.Absolute(".")}, is
}

// dataset fetches what a dataset names, and locks it.
func (f *Fetcher) dataset(ctx context.Context, dataset *experiment.Instance, r Request, lock *requires.Lock,
	path string, out *Outcome) (*requires.Lock, error) {
	var before *named.Entry
	if locked, known := lock.Entry(r.Kind, r.ID); known {
		before = &locked
	}
	entry, err := f.Data(ctx, r, before)
	switch {
	case err != nil && ctx.Err() != nil:
		return lock, ctx.Err()
	case err != nil:
		what := fmt.Sprintf("Dataset %q was not fetched", dataset.Name)
		out.Diags = append(out.Diags, dataset.Errorf(mistake.NotFetched, []any{r.Kind}, what, "%s",
			wording.Sentence(err, "")))
		return lock, nil
	}
	out.Entries, f.known = append(out.Entries, entry), append(f.known, entry)
	return out.save(path, lock, []named.Entry{entry}, nil)
}

// save adds to the lock file.
func (o *Outcome) save(path string, lock *requires.Lock, data []named.Entry,
	suites []named.Suite) (*requires.Lock, error) {
	next := lock.WithNamed(data, suites)
	written, err := next.Save(requires.LockPath(path), lock)
	if err != nil {
		return lock, fmt.Errorf("the lock file cannot be written: %w", err)
	}
	o.Written = o.Written || written
	return next, nil
}

// suites asks for the tasks of the suites of a file, and locks those that are new.
func (f *Fetcher) suites(ctx context.Context, file *experiment.File, lock *requires.Lock,
	out *Outcome) (*requires.Lock, error) {
	for _, suite := range file.Suites {
		found, err := f.suite(ctx, suite, lock)
		switch {
		case ctx.Err() != nil:
			return lock, ctx.Err()
		case err != nil && suite.Locked:
			f.Tell(fmt.Sprintf("suite %s could not be looked at again: %v. What is locked stays", suite.Name, err))
			continue
		case err != nil:
			what := fmt.Sprintf("The tasks of suite %q are not known", suite.Name)
			out.Diags = append(out.Diags, suite.Errorf(mistake.NotFetched, what, "%s", wording.Sentence(err, "")))
			continue
		}
		if lock, err = out.save(file.Path, lock, nil, []named.Suite{found}); err != nil {
			return lock, err
		}
	}
	return lock, nil
}

// suite is what to lock of a suite.
func (f *Fetcher) suite(ctx context.Context, s experiment.Suite, lock *requires.Lock) (named.Suite, error) {
	list, known := f.Suites[s.Kind]
	if !known {
		return named.Suite{}, fmt.Errorf("this release cannot fetch %s", s.Kind)
	}
	now, err := list(ctx, f.Client, s.ID)
	if err != nil {
		return now, err
	}
	now.Kind, now.ID, now.Fetched = s.Kind, s.ID, f.Today.Format(time.DateOnly)
	for _, remark := range repeated(now) {
		f.Tell(fmt.Sprintf("suite %s: %s", s.Name, remark))
	}
	old, locked := lock.Suite(s.Kind, s.ID)
	if !locked {
		return now, nil
	}
	changes := suiteChanges(old, now)
	if len(changes) == 0 {
		return old, nil
	}
	stays := map[bool]string{true: "it is taken", false: "what is locked stays; -upgrade takes the change"}[f.Upgrade]
	f.Tell(fmt.Sprintf("suite %s has changed: %s; %s", s.Name, strings.Join(changes, ", "), stays))
	if !f.Upgrade {
		return old, nil
	}
	return now, nil
}
