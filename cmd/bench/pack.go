package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/capsule"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/verify"
)

func packCommand() *cobra.Command {
	p := verify.Packing{}
	c := &cobra.Command{
		Use:   "pack -out FILE.tar.gz DIR",
		Short: "Pack a results folder into a capsule that others can verify",
		Long: "Writes one file with the experiment file and all that belongs to it, lock file, journals and tables of a\n" +
			"results folder, and the plugins that the experiment requires. What is not packed is named by its SHA-256:\n" +
			"plugins that are part of bench, and data, unless\n" +
			"  -data listed (the default) their licence is known and lets copies be passed on, or -dataset lists them;\n" +
			"  -data all    whatever their licence is; -data none packs none.\n" +
			"The same folder gives the same bytes. The digest that is printed identifies the capsule; publish it with the\n" +
			"table, and bench verify prints it again.",
		Example: "  bench pack results/quickstart -out quickstart.tar.gz\n" +
			"  bench pack results/quickstart -out quickstart.tar.gz -dataset glass -dataset vehicle\n" +
			"  bench pack results/quickstart -out quickstart.tar.gz -data all",
		Args: exactly("DIR"), ValidArgsFunction: completeFolder,
	}
	out := c.Flags().String("out", "", "`FILE` to write")
	c.Flags().StringVar(&p.Data, "data", verify.DataListed, "which `DATA` are packed: none, listed, all")
	c.Flags().StringArrayVar(&p.Listed, "dataset", nil,
		"pack the data of dataset `NAME` whatever their licence; may be repeated")
	completeFlag(c, "data", verify.DataNone, verify.DataListed, verify.DataAll)
	onFlag(c, "dataset", completeStoredDatasets)
	c.RunE = func(c *cobra.Command, args []string) error {
		p.Dir, p.Options = args[0], launchOptions()
		modes := []string{verify.DataNone, verify.DataListed, verify.DataAll}
		switch {
		case *out == "":
			return errors.New("-out is missing: name the file to write, such as -out results.tar.gz")
		case !slices.Contains(modes, p.Data):
			return fmt.Errorf("-data %s: %s", p.Data, wording.Instead(p.Data, modes, "write"))
		case p.Data == verify.DataNone && len(p.Listed) > 0:
			return errors.New("-dataset lists data to pack, and -data none packs none")
		}
		return pack(c.Context(), p, *out, c.OutOrStdout())
	}
	return c
}

// pack writes a capsule and says what it names only. The digest goes to stdout.
func pack(ctx context.Context, p verify.Packing, out string, stdout io.Writer) error {
	m, files, err := p.Collect(ctx)
	if err != nil {
		return err
	}
	var digest string
	err = store.WriteFile(out, func(w io.Writer) (err error) {
		digest, err = m.Write(w, files)
		return err
	})
	if err != nil {
		return err
	}
	for _, d := range m.Data {
		if d.Member == "" {
			fmt.Fprintf(os.Stderr, "named only: data %s of %s (%s)\n", d.Path, strings.Join(d.Datasets, ", "), d.Why)
		}
	}
	for _, one := range m.Plugins {
		if one.Folder == "" {
			fmt.Fprintf(os.Stderr, "named only: plugin %s %s (%s)\n", one.Name, one.Version, one.Why)
		}
	}
	if couldHold(m) {
		fmt.Fprintln(os.Stderr, "Who verifies the capsule needs these data: -data all packs them, -dataset NAME those of a "+
			"dataset.")
	}
	fmt.Fprintf(os.Stderr, "%s packed into %s\n", wording.Count(len(files), "file"), out)
	_, err = fmt.Fprintf(stdout, "sha256:%s\n", digest)
	return err
}

// couldHold reports whether data are named only, though they could be packed.
func couldHold(m *capsule.Manifest) bool {
	return slices.ContainsFunc(m.Data, func(d capsule.Data) bool { return d.Member == "" && d.SHA256 != "" })
}
