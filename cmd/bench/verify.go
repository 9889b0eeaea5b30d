package main

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/verify"
	"github.com/manyclass/bench/framework/showing/verified"
)

// verifying are the flags of bench verify.
type verifying struct {
	verify.Options
	trust   []string
	seed    int64
	kernels string
	format  string
	quiet   bool
}

func verifyCommand() *cobra.Command {
	var v verifying
	c := &cobra.Command{
		Use:   "verify FILE.tar.gz|DIR",
		Short: "Check a capsule or a results folder: digests, tables and the cells themselves",
		Long: "Compares the digest of every file, makes the tables again from the journals, then runs the cells again,\n" +
			"all or a sample, and says of each: equal, equal within the bound, different, or cannot be run and why. In\n" +
			"portable mode and on machines of the same kernel class results are equal in all bytes; numbers may differ\n" +
			"by the bound only where other code computed them.\n\n" +
			"A capsule is unpacked into a private folder. It reads no file of this machine but data of the digests that it\n" +
			"names, and starts no plugin that is not part of bench, unless -trust gives its digest. DIR is run where it\n" +
			"stands, as by bench run DIR.\n\n" +
			"Exit status: 0 nothing is different, 1 something is, 2 the capsule cannot be read or nothing could be checked.",
		Example: "  bench verify quickstart.tar.gz\n  bench verify quickstart.tar.gz -sample 0.1\n" +
			"  bench verify quickstart.tar.gz -data ~/data -format json\n  bench verify results/quickstart",
		Args: exactly("FILE.tar.gz|DIR"), ValidArgsFunction: completeFile,
	}
	v.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error { return v.run(c, args[0]) }
	return c
}

func (v *verifying) addTo(c *cobra.Command) {
	c.Flags().Float64Var(&v.Sample, "sample", 1, "run this `SHARE` of the cells again, at least one")
	c.Flags().Int64Var(&v.seed, "seed", -1, "draw the sample with `N` (default: a random one, which is printed)")
	c.Flags().Lookup("seed").DefValue = ""
	c.Flags().Float64Var(&v.Bound, "bound", verify.DefaultBound,
		"let numbers differ by `B`, relative to 1 and the number, where other code computed them")
	c.Flags().StringArrayVar(&v.trust, "trust", nil,
		"run the plugin with this `DIGEST`, or all of the capsule with this one; may be repeated")
	c.Flags().StringVar(&v.Data, "data", "", "look for data that are not in the capsule in `FOLDER`, by their digests")
	c.Flags().StringVar(&v.kernels, "kernels", "",
		"`CODE` of plugins: auto, avx2 or portable (default: that of the results)")
	c.Flags().StringVar(&v.format, "format", textFormat, "`FORMAT`: text or json")
	c.Flags().BoolVar(&v.quiet, "quiet", false, "print nothing on stderr but errors")
	completeFlag(c, "kernels", launch.AutoKernels, launch.AVX2Kernels, launch.PortableKernels)
	completeFlag(c, "format", verifyFormats...)
	completeFlagFolder(c, "data")
}

const textFormat, jsonFormat = "text", "json"

var verifyFormats = []string{textFormat, jsonFormat}

// check refuses values that no flag parser knows to be wrong.
func (v *verifying) check() (err error) {
	switch {
	case !(v.Sample > 0 && v.Sample <= 1):
		return fmt.Errorf("-sample %g: write a share above 0 and at most 1", v.Sample)
	case !(v.Bound >= 0):
		return fmt.Errorf("-bound %g: write a number of at least 0", v.Bound)
	case !slices.Contains(verifyFormats, v.format):
		return fmt.Errorf("-format %s: %s", v.format, wording.Instead(v.format, verifyFormats, "the formats are"))
	}
	v.Trust, err = verify.ParseTrust(v.trust)
	v.Seed = uint64(v.seed)
	if v.seed < 0 {
		v.Seed = randomSeed()
	}
	return err
}

// randomSeed is a seed that nobody knows before: who forges results cannot know which cells are run again.
func randomSeed() uint64 {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return uint64(binary.LittleEndian.Uint32(b[:]))
}

func (v *verifying) run(c *cobra.Command, path string) error {
	if err := v.check(); err != nil {
		return err
	}
	stored, err := verify.Open(path)
	if err != nil {
		return err
	}
	defer stored.Close()
	if err := launch.ChooseKernels(stored.Kernels(v.kernels)); err != nil {
		return err
	}
	con := newConsole(v.quiet, false)
	v.Launch = con.launchOptions()
	v.Progress = func(cells []plan.Cell) launch.Progress { return con.newProgress(len(cells), 0, runtime.NumCPU()) }
	found, err := stored.Cells(c.Context(), v.Options)
	if err != nil {
		return err
	}
	r := verified.Report{Report: found}
	if len(stored.Flaws) == 0 {
		if r.Tables, err = verified.Tables(stored.Dir, v.Launch.Build); err != nil {
			return err
		}
	}
	if v.format == jsonFormat {
		err = r.JSON(c.OutOrStdout())
	} else {
		err = r.Text(c.OutOrStdout(), width(os.Stdout))
	}
	switch {
	case err != nil:
		return err
	case r.Failed():
		return &exitError{status: exitDiffer}
	case found.Count(verify.Equal)+found.Count(verify.Within) == 0:
		return &exitError{status: exitUsage}
	}
	return nil
}
