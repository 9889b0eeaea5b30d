package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experimenter"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/imported"
)

// learnersOfImport are the values of -learners.
var learnersOfImport = []string{"bench", "weka"}

// importFlags are the flags of bench import.
type importFlags struct {
	imported.Options
	out, learners string
}

func importCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "import FILE...",
		Short: "Make an experiment of a WEKA setup, or a table to compare of other programs' results",
		Long:  importHelp,
		Example: "  bench import setup.xml -out setup.hcl\n  bench import results.arff -out scores.csv\n" +
			"  bench import iris.csv glass.csv -from sklearn -folds 10 | bench compare /dev/stdin",
		Args: atLeast("FILE"),
	}
	kinds, _ := imported.Kinds()
	var o importFlags
	f := c.Flags()
	f.StringVar(&o.From, "from", "", "`PROGRAM` of a table: "+strings.Join(kinds, ", ")+" (default by its content)")
	f.StringVar(&o.Metric, "metric", "", "`NAME` of the metric, where the file has several (default the usual or "+
		"first one)")
	f.StringVar(&o.Dataset, "dataset", "", "`NAME` of the dataset, where the file has none (default that of the file)")
	f.IntVar(&o.Folds, "folds", 0, "`N` folds in each repeat, where the file only numbers iterations or splits")
	f.StringVar(&o.Complete, "complete", "", "leave out `datasets|methods` that lack a value (default nothing)")
	f.StringVar(&o.learners, "learners", "bench", "`bench|weka`: the learners of a setup are bench's own, or those "+
		"of WEKA's pack")
	f.StringVar(&o.out, "out", "", "`FILE` to write (default stdout)")
	completeFlag(c, "from", kinds...)
	completeFlag(c, "complete", "datasets", "methods")
	completeFlag(c, "learners", learnersOfImport...)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := o.check(args); err != nil {
			return err
		}
		isSetup, err := isSetup(args[0])
		if err != nil {
			return err
		}
		if isSetup {
			return o.importSetup(c, args)
		}
		return o.importTable(c, args)
	}
	return c
}

const importHelp = `Reads what other programs wrote, and finds out by its content what it is.

Of a setup of WEKA's Experimenter, saved as XML, it makes an experiment file with the same data,
folds and classifiers. A classifier without a counterpart is a comment that says why. With
-learners weka all classifiers are WEKA's own, which its pack trains.

Of results it makes a long table for bench compare: of WEKA's Experimenter (weka: ARFF or CSV), mlr3
(mlr3: scores or aggregated scores as CSV), scikit-learn (sklearn: cv_results_ as CSV or JSON), OpenML
(openml: a list of evaluations as CSV or JSON), and of tables with a row for each dataset and a column
for each method (autorank: CSV or JSON). Several files of one kind become one table. The numbers stay
as they are; remarks go to stderr. A file that is there is not replaced.`

// check reports flags that are wrong before anything is read.
func (o *importFlags) check(files []string) error {
	kinds, _ := imported.Kinds()
	switch {
	case o.From != "" && !slices.Contains(kinds, o.From):
		return fmt.Errorf("-from %s: %s", o.From, wording.Instead(o.From, kinds, "the programs are"))
	case o.Complete != "" && o.Complete != "datasets" && o.Complete != "methods":
		return fmt.Errorf("-complete %s: write datasets or methods", o.Complete)
	case !slices.Contains(learnersOfImport, o.learners):
		return fmt.Errorf("-learners %s: write bench or weka", o.learners)
	case o.Folds < 0 || o.Folds == 1:
		return fmt.Errorf("-folds %d: a repeat has 2 folds or more", o.Folds)
	case o.Dataset != "" && len(files) > 1:
		return errors.New("-dataset names the dataset of one file; with several files each has the name of its " +
			"file")
	}
	return nil
}

// isSetup looks at the beginning of a file.
func isSetup(path string) (bool, error) {
	file, _, err := inputfile.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	begin := make([]byte, 512)
	n, err := io.ReadFull(file, begin)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return experimenter.Is(begin[:n]), err
}

// importSetup writes the experiment file of a setup.
func (o *importFlags) importSetup(c *cobra.Command, files []string) error {
	path := files[0]
	if len(files) > 1 {
		return fmt.Errorf("%s is a setup of WEKA's Experimenter: import one at a time", path)
	}
	if flags := o.Options; flags != (imported.Options{}) {
		return fmt.Errorf("%s is a setup of WEKA's Experimenter: only -learners and -out apply to it", path)
	}
	content, err := inputfile.Read(path, experimenter.MostBytes)
	if err != nil {
		return err
	}
	setup, err := experimenter.Parse(content)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	folder, err := filepath.Abs(filepath.Dir(o.out))
	if err != nil {
		return err
	}
	text, left, diags := setup.Text(experimenter.Target{Name: name, Setup: path, Folder: folder,
		WEKA: o.learners == "weka"})
	if diags.HasErrors() {
		printDiagnostics(diags)
		return &exitError{status: exitUsage}
	}
	if left > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "%s without a counterpart among bench's own learners: the file says which "+
			"and why\n",
			wording.Are(left, "classifier"))
	}
	return o.write(c, text, "Read its comments, then type: bench run "+wording.ShellWord(o.out))
}

// importTable writes the table of results.
func (o *importFlags) importTable(c *cobra.Command, files []string) error {
	if c.Flags().Changed("learners") {
		return errors.New("-learners is for setups of WEKA's Experimenter")
	}
	table, err := imported.Read(files, o.Options)
	if err != nil {
		return err
	}
	for _, note := range table.Notes {
		fmt.Fprintln(c.ErrOrStderr(), note)
	}
	next := "bench compare " + wording.ShellWord(o.out)
	if table.SmallerIsBetter {
		next += " -smaller-is-better"
		if o.out == "" {
			fmt.Fprintf(c.ErrOrStderr(), "Of %s less is better: write -smaller-is-better when you compare.\n", table.Metric)
		}
	}
	var text bytes.Buffer
	if err := table.Write(&text); err != nil {
		return err
	}
	said := fmt.Sprintf("%s of %s. Then type: %s", wording.Count(len(table.Values), "value"),
		cmp.Or(table.Metric, table.From), next)
	return o.write(c, text.Bytes(), said)
}

// write writes to the output, or into a new file; then it says what to do next.
func (o *importFlags) write(c *cobra.Command, text []byte, next string) error {
	if o.out == "" || o.out == "-" {
		_, err := c.OutOrStdout().Write(text)
		return err
	}
	if err := store.WriteNew(o.out, bytes.NewReader(text)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s is written. %s\n", o.out, next)
	return err
}
