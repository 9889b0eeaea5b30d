package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/progress"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// before is what a results folder holds when a run starts.
type before struct {
	results store.Results
}

// readBefore reads a results folder, which need not exist.
func readBefore(dir string, p *prepare.Prepared) (before, error) {
	var b before
	if folder.Holds(dir) {
		m, err := folder.ReadManifest(dir)
		if err != nil {
			return b, err
		}
		if m.Experiment != p.Plan.Experiment {
			fmt.Fprintf(os.Stderr, "warning: %s holds the results of experiment %q; its tables are replaced, its cells are "+
				"kept\n", dir, m.Experiment)
		}
	}
	var err error
	b.results, err = store.ReadIntact(dir)
	return b, err
}

// remaining says which cells of a plan are to be run.
type remaining struct {
	cells    int
	done     map[string]bool
	attempts map[string]int // of the cells that are retried
}

// left finds the cells without a result, and those whose status is among retry.
func (b before) left(p *prepare.Prepared, retry []string) remaining {
	r := remaining{done: map[string]bool{}, attempts: map[string]int{}}
	for _, c := range p.Plan.Cells {
		result, ok := b.results.ByKey[c.Key]
		switch {
		case !ok:
			r.cells++
			if attempt, damaged := b.results.Damaged[c.Key]; damaged {
				r.attempts[c.Key] = attempt + 1
			}
		case slices.Contains(retry, string(result.Status)):
			r.cells++
			r.attempts[c.Key] = result.Attempt + 1
		default:
			r.done[c.Key] = true
		}
	}
	return r
}

// tellLost says what of the journals cannot be read. What it held is computed again
// by the next run. What has been told already is not told again.
func tellLost(all, told []string) {
	left := slices.DeleteFunc(slices.Clone(all), func(lost string) bool { return slices.Contains(told, lost) })
	for _, lost := range left[:min(len(left), mostTold)] {
		fmt.Fprintf(os.Stderr, "warning: %s; bench run computes again what is missing\n", lost)
	}
	if more := len(left) - mostTold; more > 0 {
		fmt.Fprintf(os.Stderr, "warning: and %s more among the journals\n", wording.Count(more, "file"))
	}
}

// tellDamaged says which cells of a plan have lost what they predict.
func tellDamaged(p *plan.Plan, results store.Results) {
	n, first := 0, ""
	for _, c := range p.Cells {
		if _, damaged := results.Damaged[c.Key]; damaged {
			first = cmp.Or(first, c.Name())
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(os.Stderr, "warning: %s lost their predictions, which are missing or damaged in journal/ (the first: %s); "+
			"they count as not run, and bench run computes them again\n", wording.Count(n, "cell"), first)
	}
}

// mostTold is how many old failures are told one by one.
const mostTold = 10

// tell says what is there already, and what went wrong with it.
func (b before) tell(p *prepare.Prepared, left remaining) {
	tellLost(b.results.Lost, nil)
	tellDamaged(p.Plan, b.results)
	if len(left.done) == 0 {
		return
	}
	fmt.Fprintf(os.Stderr, "%d of %s have results already\n", len(p.Plan.Cells)-left.cells,
		wording.Count(len(p.Plan.Cells), "cell"))
	bad := 0
	for _, c := range p.Plan.Cells {
		r := b.results.ByKey[c.Key]
		if left.done[c.Key] && r.Status != store.OK && r.Status != store.Skipped {
			if bad++; bad <= mostTold {
				fmt.Fprintln(os.Stderr, progress.Failure(c, r))
			}
		}
	}
	if bad > mostTold {
		fmt.Fprintf(os.Stderr, "… and %d more, see cells.csv\n", bad-mostTold)
	}
	if bad > 0 {
		fmt.Fprintf(os.Stderr, "%s as before; -retry failed,timeout,out_of_memory runs them again\n",
			wording.Count(bad, "cell"))
	}
}
