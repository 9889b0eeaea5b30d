// Package doctor says what works on a machine and what does not, with what to do about it. A
// check asks the package that owns a mechanism, and most try it: a plugin is started, a
// folder is written to, an experiment is run.
package doctor

import (
	"context"
	"iter"
	"slices"

	"github.com/manyclass/bench/framework/results/store"
)

// Options say what is examined.
type Options struct {
	Build   store.Build
	Plugins string // folder of the plugins
	Out     string // folder below which results are written
	Workers int
}

// Status is what a check found.
type Status string

const (
	OK    Status = "ok"
	Note  Status = "note"  // something that not every run needs is missing, or holds less
	Fails Status = "fails" // a run needs it
)

// Finding is a line of a report.
type Finding struct {
	Check  string `json:"check"`
	Status Status `json:"status"`
	Says   string `json:"says"`
	Mend   string `json:"mend,omitempty"` // what to do, if Says does not tell
}

// check looks at one thing.
type check func(context.Context) []Finding

// examine makes the checks one after the other. If the context ends, what a check finds then
// says nothing, and the last finding is that it ended.
func examine(ctx context.Context, checks []check) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		for _, c := range checks {
			for _, f := range c(ctx) {
				if ctx.Err() != nil {
					yield(Finding{Check: "doctor", Status: Fails, Says: "interrupted; the other checks were not made"})
					return
				}
				if !yield(f) {
					return
				}
			}
		}
	}
}

// isSound reports whether nothing that a run needs fails.
func isSound(findings []Finding) bool {
	return !slices.ContainsFunc(findings, func(f Finding) bool { return f.Status == Fails })
}

// always is a check that finds one thing.
func always(name string, look func(context.Context) Finding) check {
	return func(ctx context.Context) []Finding {
		f := look(ctx)
		f.Check = name
		return []Finding{f}
	}
}
