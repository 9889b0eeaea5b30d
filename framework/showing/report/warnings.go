package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Warnings says on one line each how many ok cells hold problems that did not
// converge, or could not be calibrated, how many were tuned without some candidates,
// how many have no prediction sets although their experiment asks for them, and which
// learners these are of.
func Warnings(w io.Writer, p *plan.Plan, results map[string]store.Result) {
	var unconverged, uncalibrated, noted, without warned
	for _, c := range p.Cells {
		r, ok := results[c.Key]
		if !ok || r.Status != store.OK {
			continue
		}
		if r.Unconverged > 0 {
			unconverged.add(c, "")
			unconverged.end(r.Ends)
		}
		if r.Uncalibrated > 0 {
			uncalibrated.add(c, "")
		}
		if r.Note != "" {
			noted.add(c, r.Note)
		}
		if r.NoSets != "" {
			without.add(c, r.NoSets)
		}
	}
	if unconverged.cells > 0 {
		fmt.Fprintf(w, "warning: %s problems that did not converge, of %s; see the columns unconverged and ended of "+
			"cells.csv. %s\n",
			unconverged.hold(), strings.Join(unconverged.learners, ", "), advice(unconverged.ends))
	}
	if uncalibrated.cells > 0 {
		fmt.Fprintf(w, "warning: %s problems with too few rows to calibrate, of %s; see the column uncalibrated "+
			"of cells.csv. Their scores are not calibrated\n",
			uncalibrated.hold(), strings.Join(uncalibrated.learners, ", "))
	}
	if without.cells > 0 {
		fmt.Fprintf(w, "warning: %s without prediction sets, of %s. The first: %s\n",
			wording.Count(without.cells, "cell"), strings.Join(without.learners, ", "), wording.FirstLine(without.first))
	}
	if noted.cells > 0 {
		fmt.Fprintf(w, "warning: %s tuned without candidates that failed, of %s. The first: %s\n",
			wording.Count(noted.cells, "cell"), strings.Join(noted.learners, ", "), wording.FirstLine(noted.first))
	}
}

// warned counts cells and lists their learners in plan order.
type warned struct {
	cells    int
	learners []string
	first    string
	ends     map[contract.End]int // of their problems
}

// advice says what may help problems that did not converge.
func advice(ends map[contract.End]int) string {
	if ends[contract.MaxIter] == 0 && ends[contract.Stalled]+ends[contract.NoMinimum] > 0 {
		return "More iterations do not help: scale the features, or choose a smaller C"
	}
	return "Allow more iterations, or scale the features"
}

// hold says that the cells hold something.
func (n *warned) hold() string {
	if n.cells == 1 {
		return "1 cell holds"
	}
	return wording.Count(n.cells, "cell") + " hold"
}

func (n *warned) add(c plan.Cell, note string) {
	if n.cells == 0 {
		n.first = note
	}
	n.cells++
	if !slices.Contains(n.learners, c.Learner) {
		n.learners = append(n.learners, c.Learner)
	}
}

func (n *warned) end(ends map[contract.End]int) {
	if n.ends == nil {
		n.ends = map[contract.End]int{}
	}
	for end, count := range ends {
		n.ends[end] += count
	}
}
