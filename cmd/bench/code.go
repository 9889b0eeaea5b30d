package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
)

// codeOutput is one entry of what `bench code -json` prints.
type codeOutput struct {
	Reduction         string        `json:"reduction"`
	Dataset           string        `json:"dataset"`
	Classes           []string      `json:"classes"`
	Matrix            contract.Code `json:"matrix"`
	MinRowDistance    float64       `json:"min_row_distance"`
	MeanRowDistance   float64       `json:"mean_row_distance"`
	MinColumnDistance float64       `json:"min_column_distance"`
	Corrects          int           `json:"corrects"`
}

func codeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "code FILE [NAME]",
		Short:   "Print each code matrix with its distances and the errors it corrects",
		Example: "  bench code experiments/quickstart.hcl\n  bench code experiments/quickstart.hcl mine -json",
		Args:    between(1, "FILE", "NAME"),

		ValidArgsFunction: completeCode,
	}
	vars := addVars(c)
	asJSON := c.Flags().Bool("json", false, "print JSON")
	c.RunE = func(c *cobra.Command, args []string) error {
		return withPrepared(c.Context(), args[0], *vars, true, func(_ *session, p *prepare.Prepared) error {
			name := ""
			if len(args) == 2 {
				name = args[1]
			}
			codes, err := codesOf(p, name)
			if err != nil {
				return err
			}
			if *asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(codes)
			}
			return printCodes(c.OutOrStdout(), p, codes, width(os.Stdout))
		})
	}
	return c
}

// codesOf lists the codes of the reductions called name (a block or a variant
// of it), or of all.
func codesOf(p *prepare.Prepared, name string) ([]codeOutput, error) {
	codes := []codeOutput{}
	var names []string
	for i := range p.Experiment.Reductions {
		r := &p.Experiment.Reductions[i]
		for _, d := range p.Datasets {
			stage, ok := d.Stages[r]
			if !ok || stage.Task != contract.Binary {
				continue
			}
			if !slices.Contains(names, r.Name) {
				names = append(names, r.Name)
			}
			if name == "" || r.Name == name || r.Block == name {
				codes = append(codes, describeCode(r.Name, d.Instance.Name, d.Table.Classes, stage.Code))
			}
		}
	}
	if name != "" && len(codes) == 0 {
		return nil, fmt.Errorf("no reduction with a code matrix is called %q; there are: %s", name, strings.Join(names, ", "))
	}
	return codes, nil
}

func describeCode(reduction, dataset string, classes []string, m contract.Code) codeOutput {
	return codeOutput{
		Reduction: reduction, Dataset: dataset, Classes: classes, Matrix: m,
		MinRowDistance: code.MinRow(m), MeanRowDistance: code.MeanRow(m), MinColumnDistance: code.MinColumn(m), Corrects: code.Corrects(m),
	}
}

func printCodes(w io.Writer, p *prepare.Prepared, codes []codeOutput, width int) error {
	for i, c := range codes {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s on %s: %s, %s\n", c.Reduction, c.Dataset, classCount(len(c.Classes)), count(c.Matrix.Columns(), "binary problem"))
		shown := columnsIn(width, c)
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for k, row := range c.Matrix {
			fmt.Fprintf(table, "  %s\t%s\n", printable(c.Classes[k]), signs(row[:shown]))
		}
		if err := table.Flush(); err != nil {
			return err
		}
		if shown < c.Matrix.Columns() {
			fmt.Fprintf(w, "  … the first %d of %s; -json prints all\n", shown, count(c.Matrix.Columns(), "column"))
		}
		positives, negatives := balance(c.Matrix, classCounts(p, c.Dataset))
		fmt.Fprintf(w, "  row distance: least %g, mean %.4g; least column distance %g; corrects %s\n",
			c.MinRowDistance, c.MeanRowDistance, c.MinColumnDistance, count(c.Corrects, "wrong output"))
		fmt.Fprintf(w, "  share of the smaller side per problem: least %.3g, mean %.3g\n", smallest(positives, negatives), mean(positives, negatives))
	}
	return nil
}

// columnsIn is how many columns of a code fit beside the names of the classes.
func columnsIn(width int, c codeOutput) int {
	longest := 0
	for _, name := range c.Classes {
		longest = max(longest, utf8.RuneCountInString(printable(name)))
	}
	const margins = 4
	return min(c.Matrix.Columns(), max(1, width-longest-margins))
}

func classCount(n int) string {
	if n == 1 {
		return "1 class"
	}
	return fmt.Sprintf("%d classes", n)
}

// printable quotes a name that would not show as it is.
func printable(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// signs draws a row of a code: + for +1, - for -1, a dot for 0.
func signs(row []int8) string {
	var b strings.Builder
	for _, e := range row {
		b.WriteByte("-.+"[e+1])
	}
	return b.String()
}

func classCounts(p *prepare.Prepared, dataset string) []int {
	i := slices.IndexFunc(p.Plan.Datasets, func(d plan.Dataset) bool { return d.Name == dataset })
	return p.Plan.Datasets[i].ClassCounts
}

// balance counts the rows on both sides of each column.
func balance(m contract.Code, counts []int) (positives, negatives []int) {
	positives, negatives = make([]int, m.Columns()), make([]int, m.Columns())
	for k, row := range m {
		for l, e := range row {
			switch e {
			case 1:
				positives[l] += counts[k]
			case -1:
				negatives[l] += counts[k]
			}
		}
	}
	return positives, negatives
}

func shares(positives, negatives []int) []float64 {
	out := make([]float64, len(positives))
	for l := range out {
		out[l] = float64(min(positives[l], negatives[l])) / float64(max(1, positives[l]+negatives[l]))
	}
	return out
}

func smallest(positives, negatives []int) float64 { return slices.Min(shares(positives, negatives)) }

func mean(positives, negatives []int) float64 {
	total := 0.0
	for _, s := range shares(positives, negatives) {
		total += s
	}
	return total / float64(len(positives))
}
