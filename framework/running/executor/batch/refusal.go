package batch

import (
	"regexp"
	"slices"

	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// busy reports whether a submission failed because the system takes nothing now.
func (e *Executor) busy(r *jobs.Refusal) bool {
	return slices.Contains(e.settings.Busy, r.Status) || says(e.settings.BusyWords, r)
}

// says reports whether a pattern is in what a program said; no pattern is.
func says(pattern string, r *jobs.Refusal) bool {
	return pattern != "" && regexp.MustCompile("(?i)"+pattern).MatchString(r.Words+"\n"+r.Printed)
}
