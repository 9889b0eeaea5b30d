package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/draft"
	"github.com/manyclass/bench/plugins/shipped"
)

func newCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "new DATA",
		Short: "Write a first experiment for a data file",
		Long: "Reads a data file as a run would, and writes an experiment file that runs in about a minute. Its comments\n" +
			"say what was seen and what to change: columns that look like ids, dates or texts, missing values, rare\n" +
			"classes. Encoder, learners, reductions and a baseline suit the data. The flags say what is better known than\n" +
			"guessed. What is not certain is asked on a terminal: the column of the class, and what to do with columns\n" +
			"that decide the class alone or have a name as of a group. A file that is there is not replaced.",
		Example: "  bench new iris.csv\n  bench new measurements.csv -target quality -out quality.hcl\n" +
			"  bench new visits.csv -group patient -drop outcome_date -folds 5 -metric f1 -learner logreg,knn",
		Args: exactly("DATA"),
	}
	var w draft.Wishes
	c.Flags().StringVar(&w.Target, "target", "", "`COLUMN` that holds the class")
	c.Flags().StringSliceVar(&w.Drop, "drop", nil, "leave out these `COLUMNS` too")
	c.Flags().StringVar(&w.Group, "group", "", "`COLUMN` of what rows belong to; folds keep its rows together")
	c.Flags().IntVar(&w.Folds, "folds", 0, "divide the rows into `N` folds")
	c.Flags().Lookup("folds").DefValue = ""
	c.Flags().StringVar(&w.Metric, "metric", "", "`TYPE` of the metric")
	c.Flags().StringSliceVar(&w.Learners, "learner", nil, "`TYPES` of learners, in place of those that suit")
	out := c.Flags().String("out", "", "`FILE` to write (default the name of DATA with the ending .hcl; - is stdout)")
	completeFlagLater(c, "metric", metricTypes)
	completeFlagLater(c, "learner", learnerTypes)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := checkWishes(c, w); err != nil {
			return err
		}
		d, err := look(c, args[0], w)
		if err != nil {
			return err
		}
		return put(c.OutOrStdout(), d, cmp.Or(*out, d.Name+".hcl"))
	}
	return c
}

// metricTypes are those that bench knows.
func metricTypes() []string {
	return lists.Map(metric.Components(), func(c contract.Component) string { return c.Name })
}

// learnerTypes are those that bench ships.
func learnerTypes() (types []string) {
	for _, plugin := range shipped.Plugins() {
		for _, c := range plugin.Components {
			if c.Kind == contract.KindLearner {
				types = append(types, c.Name)
			}
		}
	}
	return types
}

// checkWishes refuses what no data file can fulfil.
func checkWishes(c *cobra.Command, w draft.Wishes) error {
	if c.Flags().Changed("folds") && w.Folds < 2 {
		return fmt.Errorf("-folds %d: at least 2 are needed", w.Folds)
	}
	for _, learner := range w.Learners {
		if types := learnerTypes(); !slices.Contains(types, learner) {
			return fmt.Errorf("-learner %s: %s", learner, wording.Instead(learner, types, "the learners are"))
		}
	}
	return nil
}

// put writes the experiment file of a draft, and says what to type next. The path - is the output.
func put(out io.Writer, d *draft.Draft, path string) error {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	text, diags := d.Text(folder)
	if diags.HasErrors() {
		printDiagnostics(diags)
		return &exitError{status: exitUsage}
	}
	if path == "-" {
		_, err = out.Write(text)
		return err
	}
	if err := store.WriteNew(path, bytes.NewReader(text)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is written. Read its comments, then type: bench run %s\n", path, wording.ShellWord(path))
	return err
}

// look reads a data file; on a terminal it asks what is not certain.
func look(c *cobra.Command, path string, w draft.Wishes) (*draft.Draft, error) {
	d, err := draft.Look(path, w)
	if err != nil {
		return nil, seenIn(path, err)
	}
	if !isTerminal(os.Stdin) || !isTerminal(os.Stderr) {
		return d, nil
	}
	ask := asking{c.ErrOrStderr(), bufio.NewReader(c.InOrStdin())}
	if d.Guess {
		if w.Target, err = ask.text("Which column holds the class?", string(d.Source.Target)); err != nil {
			return nil, err
		}
		if d, err = draft.Look(path, w); err != nil {
			return nil, seenIn(path, err)
		}
	}
	again, err := ask.doubts(c, d, &w)
	if err != nil || !again {
		return d, err
	}
	if d, err = draft.Look(path, w); err != nil {
		return nil, seenIn(path, err)
	}
	return d, nil
}

// asking asks questions.
type asking struct {
	out io.Writer
	in  *bufio.Reader
}

// text asks for a text; an empty answer is the usual one.
func (a asking) text(question, usual string) (string, error) {
	fmt.Fprintf(a.out, "%s [%s] ", question, usual)
	answer, err := a.in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return cmp.Or(strings.TrimSpace(answer), usual), nil
}

// doubts asks about columns that only the user knows more about, unless a flag has said it, and reports whether some
// answer changes the wishes.
func (a asking) doubts(c *cobra.Command, d *draft.Draft, w *draft.Wishes) (again bool, err error) {
	const no, none = "no", "none"
	if len(d.Leaks) > 0 && !c.Flags().Changed("drop") {
		answer, err := a.text(fmt.Sprintf("These columns decide the class alone: %s. Leave them out, because they are not "+
			"known before the class is?", wording.List(d.Leaks)), no)
		if err != nil {
			return false, err
		}
		if strings.HasPrefix(strings.ToLower(answer), "y") {
			w.Drop, again = append(w.Drop, d.Leaks...), true
		}
	}
	if len(d.Groups) > 0 && !c.Flags().Changed("group") {
		answer, err := a.text(fmt.Sprintf("Are rows alike that have the same value in a column, such as %q? Then folds must "+
			"keep them together. Which column?", d.Groups[0]), none)
		if err != nil {
			return false, err
		}
		if answer != none {
			w.Group, again = answer, true
		}
	}
	return again, nil
}

// seenIn is an error about a data file, of several the first, with what to do.
func seenIn(path string, err error) error {
	defect := data.Errors(err)[0]
	if defect.File == "" {
		defect.File = path
	}
	return defect
}
