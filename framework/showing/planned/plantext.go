// Package planned says what a run would do: what the data hold, how many cells and
// fits there are, which results no longer count and why.
package planned

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/duplicates"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

func PrintOutdated(w io.Writer, o plan.Outdated, of int) error {
	if o.Cells == 0 {
		return nil
	}
	fmt.Fprintf(w, "%d of %s changed since the results were made, and would be rerun:\n", o.Cells,
		wording.Count(of, "cell"))
	for _, cause := range o.Causes {
		if _, err := fmt.Fprintf(w, "  %s: %s\n", wording.Count(cause.Cells, "cell"), cause.Text); err != nil {
			return err
		}
	}
	return nil
}

// Output is what `bench plan -json` prints.
type Output struct {
	Datasets      []plan.Dataset `json:"datasets"`
	Cells         int            `json:"cells"`
	FitsRequested int            `json:"fits_requested"`
	FitsDistinct  int            `json:"fits_distinct"`
	Done          int            `json:"done"`
	Reused        int            `json:"reused,omitempty"` // of those done, that would be taken from elsewhere
	// Duplicates says of each dataset how many rows are tested with an equal row in training;
	// nil where that is not counted.
	Duplicates []*duplicates.Count `json:"duplicates"`
	// Sizes is what each share of the training rows takes; nil unless folds train on parts.
	Sizes []Size `json:"train_sizes,omitempty"`
	// FitsKept counts the distinct problems whose scores are kept, FitsMissing those that
	// what is missing trains all the same, and KeptBytes is about how much all kept scores
	// take in the end; nil unless the experiment keeps scores.
	FitsKept    *int      `json:"fits_kept,omitempty"`
	FitsMissing *int      `json:"fits_missing,omitempty"`
	KeptBytes   *int64    `json:"kept_bytes,omitempty"`
	Estimate    *Estimate `json:"estimate,omitempty"` // nil if there is nothing to say
}

func Describe(p *prepare.Prepared, results store.Results) Output {
	return Output{
		Datasets: declaredDatasets(p), Cells: len(p.Plan.Cells),
		FitsRequested: p.Plan.FitsRequested, FitsDistinct: p.Plan.FitsDistinct, Done: finishedCells(p, results),
		Sizes: sizesOf(p), Duplicates: duplicatesOf(p),
	}
}

// declaredDatasets describes the datasets with every class that is declared,
// whether it occurs or not; multi-label ones have none.
func declaredDatasets(p *prepare.Prepared) []plan.Dataset {
	list := slices.Clone(p.Plan.Datasets)
	for i, d := range p.Datasets {
		if !list[i].Target.MultiLabel {
			list[i].Target = d.Table.Declared
			if d.Table.Declared.K() == d.Table.Target.K() {
				list[i].Target.Costs = d.Table.Target.Costs
			}
		}
	}
	return list
}

func Print(w io.Writer, o Output, p *prepare.Prepared) error {
	if err := printDatasets(w, o, p); err != nil {
		return err
	}
	for i, d := range o.Datasets {
		printClasses(w, d)
		if own := p.Datasets[i].Instance.Validation; own != nil {
			fmt.Fprintf(w, "  its own validation: %s\n", own.Component.Name)
		}
		printDivided(w, d, p.Datasets[i])
		if noise := p.Datasets[i].LabelNoise; noise != nil {
			fmt.Fprintf(w, "  wrong classes in training rows: %v\n", noise)
		}
		printDuplicates(w, o.Duplicates[i])
	}
	fmt.Fprintln(w)
	printTrained(w, p)
	PrintSkipped(w, p)
	printSlower(w, p)
	if err := printSizes(w, o.Sizes, p); err != nil {
		return err
	}
	return printFits(w, o, p)
}

// printDatasets writes a table of the datasets.
func printDatasets(w io.Writer, o Output, p *prepare.Prepared) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "DATASET\tROWS\tNUMERIC\tCATEGORICAL\tMISSING\tCLASSES\tSMALLEST\tLARGEST\tFOLDS")
	for i, d := range o.Datasets {
		occurring, number := p.Plan.Datasets[i].Target.Counts, strconv.Itoa(len(d.Target.Names))
		if d.Target.MultiLabel {
			occurring, number = d.Target.Counts, wording.Count(len(d.Target.Names), "label")
		}
		folds := 0
		for _, r := range p.Datasets[i].Repeats {
			folds += r.Folds
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t%d\t%d\t%d\n", d.Name, d.Rows, d.Numeric, d.Categorical, d.Missing,
			number, slices.Min(occurring), slices.Max(occurring), folds)
	}
	return table.Flush()
}

// printFits says how many cells and fits there are, and how many of them are done.
func printFits(w io.Writer, o Output, p *prepare.Prepared) error {
	share := 0.0
	if o.FitsRequested > 0 {
		share = 100 * float64(o.FitsDistinct) / float64(o.FitsRequested)
	}
	atMost, why := "", ""
	if p.Plan.FitsAtMost {
		atMost, why = "≤ ", "; at most, since later stages depend on the training rows"
	}
	_, err := fmt.Fprintf(w,
		"%s, %d with results already\n%s%s requested, %s%d distinct (%.0f%%): each is trained once and shared%s\n",
		wording.Count(o.Cells, "cell"), o.Done, atMost, wording.Count(o.FitsRequested, "fit"), atMost, o.FitsDistinct,
		share, why)
	if err != nil || o.FitsKept == nil {
		return err
	}
	verb := map[bool]string{true: "is", false: "are"}[*o.FitsMissing == 1]
	_, err = fmt.Fprintf(w, "binary scores are kept, about %s in all: those of %s are there already, %s %s to "+
		"be trained\n",
		sizeText(*o.KeptBytes), wording.Count(*o.FitsKept, "fit"), wording.Count(*o.FitsMissing, "fit"), verb)
	return err
}

// printDivided says how a plugin divides the rows of a dataset.
func printDivided(w io.Writer, of plan.Dataset, d *prepare.Dataset) {
	if of.Splitter == nil {
		return
	}
	folds := 0
	var train, test []int
	for _, r := range d.Repeats {
		folds += r.Folds
		train, test = append(train, r.TrainingRows()...), append(test, r.TestRows()...)
	}
	fmt.Fprintf(w, "  divided by %s of plugin %s: %s in %s, trained on %s and tested on %s rows\n", of.Splitter.Type,
		of.Splitter.Plugin.Name, wording.Count(folds, "fold"), wording.Count(len(d.Repeats), "repeat"), between(train),
		between(test))
}

// between is the least and the largest of some numbers.
func between(numbers []int) string {
	least, most := slices.Min(numbers), slices.Max(numbers)
	if least == most {
		return strconv.Itoa(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// sizeText is a number of bytes in the unit that suits.
func sizeText(bytes int64) string {
	units := []string{"KiB", "MiB", "GiB", "TiB"}
	size, n := float64(bytes)/1024, 0
	for n < len(units)-1 && size >= 1000 {
		size, n = size/1024, n+1
	}
	return fmt.Sprintf("%.3g %s", size, units[n])
}

// mostClasses is how many classes or labels of a dataset are printed.
const mostClasses = 50

// printClasses prints the hash of a dataset and its classes or labels with their
// rows, in their order.
func printClasses(w io.Writer, d plan.Dataset) {
	names, counts, what := d.Target.Names, d.Target.Counts, "rows of each class"
	if d.Target.MultiLabel {
		what = "rows with each label"
	}
	var parts []string
	for k, name := range names[:min(len(names), mostClasses)] {
		parts = append(parts, fmt.Sprintf("%q %d", name, counts[k]))
	}
	if more := len(names) - mostClasses; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	fmt.Fprintf(w, "\n%s, sha256 %s\n", d.Name, d.SHA256)
	fmt.Fprintf(w, "  %s: %s\n", what, strings.Join(parts, ", "))
	if d.Target.Costs != nil && len(names) <= mostClasses/5 {
		fmt.Fprintf(w, "  costs, a row for each true class: %v\n", d.Target.Costs)
	}
	if d.LeftOut > 0 {
		fmt.Fprintf(w, "  %s not used in any fold (no class, or one that rare removed)\n", wording.Are(d.LeftOut, "row"))
	}
}

// printTrained says which columns of reductions have learners of their own.
func printTrained(w io.Writer, p *prepare.Prepared) {
	said := map[string]bool{}
	for _, c := range p.Plan.Cells {
		for _, t := range p.Plan.Trained[c.Identity] {
			columns := ""
			if len(t.Columns) > 0 && t.Columns[0] != t.Name {
				columns = fmt.Sprintf(" (%s)", wording.List(t.Columns))
			}
			line := fmt.Sprintf("columns of %s on %s: %s%s by %s", c.Reduction, c.Dataset, t.Name, columns, t.Learner)
			if !said[line] {
				said[line] = true
				fmt.Fprintln(w, line)
			}
		}
	}
}

// PrintSkipped says which combinations on_incompatible = "skip" leaves out and
// which have no value of which metrics, a line a learner and reason.
func PrintSkipped(w io.Writer, p *prepare.Prepared) {
	var needing []string
	for _, m := range p.Plan.Metrics {
		if m.NeedsProbabilities() {
			needing = append(needing, m.Name)
		}
	}
	var lines grouped.By[string, []string] // reductions
	for _, c := range p.Experiment.Combinations {
		line := ""
		if reason := p.Incompatible(c); reason != "" {
			line = fmt.Sprintf("skipped (%s): %s with", reason, c.Learner.Name)
		} else if len(needing) > 0 && !c.GivesProbabilities() {
			line = fmt.Sprintf("%s cannot be computed (NaN): no probabilities from %s with", strings.Join(needing, ", "),
				c.Learner.Name)
		} else if p.LacksSets(c) {
			line = fmt.Sprintf("no prediction sets (NaN), because of several stages, another learner or other priors: %s with",
				c.Learner.Name)
		}
		if line == "" {
			continue
		}
		if reductions := lines.At(line); !slices.Contains(*reductions, c.Reduction.Name) {
			*reductions = append(*reductions, c.Reduction.Name)
		}
	}
	for line, reductions := range lines.All() {
		fmt.Fprintf(w, "%s %s\n", line, strings.Join(*reductions, ", "))
	}
}

// printSlower says which learners have more training rows than those for which they share
// work among problems.
func printSlower(w io.Writer, p *prepare.Prepared) {
	var lines grouped.By[string, bool]
	for _, c := range p.Experiment.Combinations {
		most := c.Learner.Capabilities.SharedRows
		d := p.Datasets[slices.IndexFunc(p.Datasets, func(d *prepare.Dataset) bool { return d.Instance == c.Dataset })]
		rows := 0
		for _, r := range d.Repeats {
			rows = max(rows, r.MostTraining())
		}
		if most > 0 && rows > most {
			lines.At(fmt.Sprintf("slower: %s shares work among the problems of a fold for up to %d training rows, and %s has %d",
				c.Learner.Name, most, c.Dataset.Name, rows))
		}
	}
	for line := range lines.All() {
		fmt.Fprintln(w, line)
	}
}

// finishedCells counts the plan's cells that have a result.
func finishedCells(p *prepare.Prepared, results store.Results) int {
	n := 0
	for _, c := range p.Plan.Cells {
		if _, ok := results.ByKey[c.Key]; ok {
			n++
		}
	}
	return n
}
