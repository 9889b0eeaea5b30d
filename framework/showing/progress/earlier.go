package progress

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
)

// TellLost says what of the journals cannot be read, which the next run computes again. What is in told is left out.
func TellLost(w io.Writer, all, told []string) {
	left := slices.DeleteFunc(slices.Clone(all), func(lost string) bool { return slices.Contains(told, lost) })
	for _, lost := range left[:min(len(left), mostTold)] {
		fmt.Fprintf(w, "warning: %s; bench run computes again what is missing\n", lost)
	}
	if more := len(left) - mostTold; more > 0 {
		fmt.Fprintf(w, "warning: and %s more among the journals\n", wording.Count(more, "file"))
	}
}

// tellDamaged says which cells of a plan have lost what they predict.
func tellDamaged(w io.Writer, p *plan.Plan, results store.Results) {
	n, first := 0, ""
	for _, c := range p.Cells {
		if _, damaged := results.Damaged[c.Key]; damaged {
			first = cmp.Or(first, c.Name())
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(w, "warning: the predictions of %s are missing or damaged in journal/ (the first: %s); they count as "+
			"not run, and bench run computes them again\n", wording.Count(n, "cell"), first)
	}
}

// TellFlaws says what is wrong with stored results, unless it is in told.
func TellFlaws(w io.Writer, p *plan.Plan, results store.Results, told []string) {
	TellLost(w, results.Lost, told)
	tellDamaged(w, p, results)
	if n := len(results.Disagreeing); n > 0 {
		fmt.Fprintf(w, "warning: %s were computed twice with different results and are not reproducible; the "+
			"first result counts\n", wording.Count(n, "cell"))
	}
}

// mostTold is how many old failures are told one by one.
const mostTold = 10

// TellEarlier says which cells have results already, and what is wrong with them.
func TellEarlier(w io.Writer, p *plan.Plan, results store.Results, m launch.Missing) {
	TellLost(w, results.Lost, nil)
	tellDamaged(w, p, results)
	if len(m.Done) == 0 {
		return
	}
	fmt.Fprintf(w, "%d of %s have results already\n", len(p.Cells)-m.Cells,
		wording.Count(len(p.Cells), "cell"))
	bad := 0
	for _, c := range p.Cells {
		r := results.ByKey[c.Key]
		if m.Done[c.Key] && r.Status != store.OK && r.Status != store.Skipped {
			if bad++; bad <= mostTold {
				fmt.Fprintln(w, Failure(c, r))
			}
		}
	}
	if bad > mostTold {
		fmt.Fprintf(w, "… and %d more, see cells.csv\n", bad-mostTold)
	}
	if bad > 0 {
		fmt.Fprintf(w, "%s failed earlier; -retry failed,timeout,out_of_memory reruns them\n",
			wording.Count(bad, "cell"))
	}
}
