package compare

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// Held says in how many of some analyses, each with a part of the data left out, a conclusion
// is the same.
type Held struct {
	Stays, Of int
	Without   []string // what must not be left out, if the conclusion is to stay
}

// with counts an analysis without a part.
func (h *Held) with(part string, stays bool) {
	h.Of++
	if stays {
		h.Stays++
	} else {
		h.Without = append(h.Without, part)
	}
}

// leaveOut is an analysis of a part of the data, or of other data on the same methods.
type leaveOut struct {
	part    string
	table   *measured.Table
	smaller bool
}

// text says in how many analyses a conclusion holds, and on what it hangs: "29 of 30, not without iris".
func (h Held) text(what string) string {
	text := fmt.Sprintf("%d of %d", h.Stays, h.Of)
	if len(h.Without) > 0 {
		preposition := map[bool]string{true: "by", false: "without"}[what == "metric"]
		text += fmt.Sprintf(" (not %s %s)", preposition, wording.First(h.Without, mostNamed))
	}
	return text
}

// Most steps that the analyses may take altogether, and most tests of pairs: beyond, they
// would take seconds.
const mostSteps, mostRepeated = 1e8, 20_000

// laborious reports whether the analyses would take too long.
func (c *comparison) laborious() bool {
	n, k, p := float64(len(c.Datasets)), float64(len(c.Methods)), float64(len(c.pairs))
	steps := float64(n * n * k * k)
	if slices.Contains(c.Tests, "wilcoxon") {
		steps += float64(p * n * n * n)
	}
	return steps > mostSteps || p*n > mostRepeated
}
