package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// sealing are the flags of the command that seals.
type sealing struct {
	date           string
	check, replace bool
	out            string
}

func sealCommand() *cobra.Command {
	var f sealing
	c := &cobra.Command{
		Use:   "seal FILE",
		Short: "Seal what an experiment plans to compare, before its first run",
		Long: "Writes FILE" + seal.Ending + ": comparisons and tables with their tests, baselines and levels, the\n" +
			"metrics, the data by their content, the folds and the methods, with a date and a digest. Trains nothing.\n" +
			"Comments and formatting do not count. A run notes which seal it sees; the report then says of each\n" +
			"comparison whether it was planned, was changed since, or came afterwards.\n\n" +
			"The date is that of this machine's clock, or a claim given with -date, and proves nothing by itself: give\n" +
			"the digest to a witness from outside (docs/sealing.md).\n\n" +
			"With -check it writes nothing, compares the file with its seal, and exits 1 if they differ.",
		Example: "  bench seal my.hcl\n  bench seal my.hcl -check\n  bench seal my.hcl -date 2026-11-24",
		Args:    exactly("FILE"), ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	c.Flags().StringVar(&f.date, "date", "",
		"`DATE` of the seal instead of the clock's, as 2026-11-24 or 2026-11-24T18:00:00Z")
	c.Flags().BoolVar(&f.check, "check", false, "compare the file with its seal")
	c.Flags().BoolVar(&f.replace, "replace", false, "replace a seal of another plan; the new one names it")
	c.Flags().StringVar(&f.out, "out", "",
		"results folder `DIR`, whose finished cells the seal counts (default results/NAME)")
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, args []string) error {
		date, err := f.given(time.Now())
		if err != nil {
			return err
		}
		return withPrepared(c.Context(), args[0], *vars, true, func(s *session, p *prepare.Prepared) error {
			if f.check {
				return s.checkSeal(c.OutOrStdout(), p)
			}
			return s.seal(c.OutOrStdout(), p, f, date)
		})
	}
	return c
}

// given is the date of -date, the zero time without one.
func (f sealing) given(now time.Time) (date time.Time, err error) {
	switch {
	case f.date == "":
		return date, nil
	case f.check:
		return date, errors.New("-date is for a new seal, -check writes none")
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if date, err = time.Parse(form, f.date); err == nil {
			break
		}
	}
	switch {
	case err != nil:
		return date, fmt.Errorf("-date %s: write a date as 2026-11-24 or 2026-11-24T18:00:00Z", f.date)
	case date.After(now):
		return date, fmt.Errorf("-date %s: the date has not come yet", f.date)
	}
	return date, nil
}

// seal writes the seal of an experiment file.
func (s *session) seal(w io.Writer, p *prepare.Prepared, f sealing, date time.Time) error {
	path, earlier := s.SealPath(), ""
	old, err := s.ReadSeal()
	switch {
	case err == nil:
		if old.PlanSHA256 == seal.Of(p.Plan).Digest() {
			_, err := fmt.Fprintf(w, "%s is the seal of this plan, made on %s; nothing was written\nsha256 %s\n", path,
				old.Dated(), old.SHA256)
			return err
		}
		if !f.replace {
			return &exitError{exitFailedCells, fmt.Sprintf("%s seals another plan, on %s; bench seal -check says what "+
				"differs. Write -replace to seal the new one, which will name the old one", path, old.Dated())}
		}
		earlier = old.SHA256
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s. Remove the file, or put back what bench wrote", wording.Reason(err))
	}
	out := cmp.Or(f.out, s.Out())
	made, err := s.NewSeal(p, out, date, earlier)
	if err != nil {
		return err
	}
	if err := store.WriteFile(path, made.Write); err != nil {
		return err
	}
	for _, line := range made.Text {
		fmt.Fprintln(w, wording.Wrap(line, "", "  ", proseWidth(os.Stdout)))
	}
	fmt.Fprintf(w, "\n%s: sealed on %s\nsha256 %s\n", path, made.Dated(), made.SHA256)
	if made.Finished > 0 {
		tell(fmt.Sprintf("warning: %s holds %s with a result. The seal says so, and the report will call nothing planned",
			out, wording.Count(made.Finished, "cell")))
	}
	tell(wording.Wrap("A clock of one's own proves nothing: give the digest to a witness from outside before the first "+
		"run, such as a signed git tag that is pushed, a registration at OSF, or a time stamp (docs/sealing.md).", "", "",
		messageWidth()))
	return nil
}

// checkSeal says how an experiment differs from its seal.
func (s *session) checkSeal(w io.Writer, p *prepare.Prepared) error {
	sealed, err := s.ReadSeal()
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no %s; bench seal %s makes it", s.SealPath(), filepath.Base(s.File.Path))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: sealed on %s\nsha256 %s\n\n", s.SealPath(), sealed.Dated(), sealed.SHA256)
	verdicts, missing := seal.Compare(sealed.Plan, seal.Of(p.Plan))
	var lines []string
	for _, v := range verdicts {
		lines = append(lines, fmt.Sprintf("%s %s: %s", v.Kind, v.Name, v.Sentence()))
	}
	for _, name := range missing {
		lines = append(lines, name+": planned, and not in the file any more")
	}
	for _, line := range seal.CodeChanges(sealed.Plugins, p.Plan.Plugins()) {
		lines = append(lines, "code, which is known to the seal and not planned by it: "+line)
	}
	for i, line := range lines {
		lines[i] = wording.Wrap(line, "", "  ", proseWidth(os.Stdout))
	}
	if _, err := fmt.Fprintln(w, strings.Join(lines, "\n")); err != nil {
		return err
	}
	kept := lists.Count(verdicts, func(v seal.Verdict) bool { return v.Status == seal.AsPlanned })
	if kept < len(verdicts) || len(missing) > 0 {
		return &exitError{status: exitDiffer}
	}
	return nil
}
