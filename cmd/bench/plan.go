package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// planOutput is what `bench plan -json` prints.
type planOutput struct {
	Datasets      []plan.Dataset `json:"datasets"`
	Cells         int            `json:"cells"`
	FitsRequested int            `json:"fits_requested"`
	FitsDistinct  int            `json:"fits_distinct"`
	Done          int            `json:"done"`
	// FitsKept counts the distinct problems whose scores are kept; nil unless the
	// experiment keeps scores.
	FitsKept *int `json:"fits_kept,omitempty"`
}

func planCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "plan FILE",
		Short:   "Show what the data hold, what would run and why; train nothing",
		Example: "  bench plan experiments/quickstart.hcl\n  bench plan experiments/quickstart.hcl -json",
		Args:    exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	out := c.Flags().String("out", "", "results folder `DIR` to look for finished cells in (default results/NAME)")
	completeFlagFolder(c, "out")
	asJSON := c.Flags().Bool("json", false, "print JSON")
	c.RunE = func(c *cobra.Command, args []string) error {
		return withPrepared(c.Context(), args[0], *vars, *asJSON, func(s *session, p *prepare.Prepared) error {
			dir := cmp.Or(*out, s.defaultOut())
			results, err := store.ReadResults(dir)
			if err != nil {
				return err
			}
			tellLost(results.Lost, nil)
			kept, err := keptFits(dir, p)
			if err != nil {
				return err
			}
			output := describePlan(p, results)
			output.FitsKept = kept
			if *asJSON {
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(output)
			}
			if err := printPlan(c.OutOrStdout(), output, p); err != nil {
				return err
			}
			outdated, err := findOutdated(dir, p.Plan, results)
			if err != nil {
				return err
			}
			return printOutdated(c.OutOrStdout(), outdated, output.Cells)
		})
	}
	return c
}

func describePlan(p *prepare.Prepared, results store.Results) planOutput {
	return planOutput{
		Datasets: declaredDatasets(p), Cells: len(p.Plan.Cells),
		FitsRequested: p.Plan.FitsRequested, FitsDistinct: p.Plan.FitsDistinct, Done: finishedCells(p, results),
	}
}

// keptFits counts the problems whose scores a results folder keeps; nil if the
// experiment keeps none.
func keptFits(dir string, p *prepare.Prepared) (*int, error) {
	if !p.Experiment.KeepScores {
		return nil, nil
	}
	kept, err := store.ReadKeptScores(dir)
	if err != nil {
		return nil, err
	}
	n := p.CountKept(kept.Has)
	return &n, nil
}

// declaredDatasets describes the datasets with every class that is declared,
// whether it occurs or not; multi-label ones have none.
func declaredDatasets(p *prepare.Prepared) []plan.Dataset {
	list := slices.Clone(p.Plan.Datasets)
	for i, d := range p.Datasets {
		if !list[i].Target.MultiLabel {
			list[i].Target = d.Table.Declared
		}
	}
	return list
}

func printPlan(w io.Writer, o planOutput, p *prepare.Prepared) error {
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
	if err := table.Flush(); err != nil {
		return err
	}
	for _, d := range o.Datasets {
		printClasses(w, d)
	}
	fmt.Fprintln(w)
	printSkipped(w, p)
	share := 0.0
	if o.FitsRequested > 0 {
		share = 100 * float64(o.FitsDistinct) / float64(o.FitsRequested)
	}
	atMost, why := "", ""
	if p.Plan.FitsAtMost {
		atMost, why = "≤ ", "; at most, since later stages depend on the training rows"
	}
	_, err := fmt.Fprintf(w, "%s, %d with results already\n%s%s requested, %s%d distinct (%.0f%%): each is trained once and shared%s\n",
		wording.Count(o.Cells, "cell"), o.Done, atMost, wording.Count(o.FitsRequested, "fit"), atMost, o.FitsDistinct, share, why)
	if err != nil || o.FitsKept == nil {
		return err
	}
	_, err = fmt.Fprintf(w, "binary scores are kept: those of %s are there already\n", wording.Count(*o.FitsKept, "fit"))
	return err
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
	if d.LeftOut > 0 {
		fmt.Fprintf(w, "  %s left out: no fold uses them, mostly for want of a class\n", wording.Count(d.LeftOut, "row"))
	}
}

// printSkipped says which combinations on_incompatible = "skip" leaves out and
// which have no value of which metrics, a line a learner and reason.
func printSkipped(w io.Writer, p *prepare.Prepared) {
	var needing []string
	for _, m := range p.Plan.Metrics {
		if m.NeedsProbabilities() {
			needing = append(needing, m.Name)
		}
	}
	var lines []string
	reductions := map[string][]string{}
	for _, c := range p.Experiment.Combinations {
		line := ""
		if reason := p.Incompatible(c); reason != "" {
			line = fmt.Sprintf("skipped (%s): %s with", reason, c.Learner.Name)
		} else if len(needing) > 0 && !c.GivesProbabilities() {
			line = fmt.Sprintf("%s is NaN, for want of probabilities: %s with", strings.Join(needing, ", "), c.Learner.Name)
		}
		if line == "" {
			continue
		}
		if reductions[line] == nil {
			lines = append(lines, line)
		}
		if !slices.Contains(reductions[line], c.Reduction.Name) {
			reductions[line] = append(reductions[line], c.Reduction.Name)
		}
	}
	for _, line := range lines {
		fmt.Fprintf(w, "%s %s\n", line, strings.Join(reductions[line], ", "))
	}
}
