package report

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/seal"
)

// sealView says which comparisons were planned.
type sealView struct {
	Sentences []string
	Verdicts  []seal.Verdict
	Caveat    string
}

// newSealView is nil of an experiment that was not sealed.
func newSealView(j *seal.Judgement) *sealView {
	if j == nil {
		return nil
	}
	return &sealView{slices.Concat([]string{j.Head()}, j.Late, j.Notes), j.Verdicts, seal.Caveat}
}

// sealLine says of the comparisons how many were planned, "" of an experiment that was not sealed.
func sealLine(j *seal.Judgement) string {
	switch {
	case j == nil:
		return ""
	case len(j.Verdicts) == 0:
		return "warning: " + j.Notes[0]
	case len(j.Late) > 0:
		return "warning: nothing counts as planned. " + j.Late[0]
	}
	count := func(status seal.Status) int {
		return lists.Count(j.Verdicts, func(v seal.Verdict) bool { return v.Status == status })
	}
	return fmt.Sprintf("sealed: tables and comparisons: %d as planned, %d changed since, %d made afterwards; "+
		"the report's Methods say more", count(seal.AsPlanned), count(seal.Changed), count(seal.Afterwards))
}
