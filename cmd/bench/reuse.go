package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/reuse"
)

// addReuse gives a command the flag -reuse.
func addReuse(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "reuse", "",
		"take finished cells from `DIR|CAPSULE` of other people, after running a hundredth of them again")
}

// takeCells takes the missing cells that other results have into a results folder.
func (s *session) takeCells(ctx context.Context, p *prepare.Prepared, o runOptions, left launch.Missing) error {
	path, out, tell := o.reuse, o.out, o.con.tell
	if err := checkElsewhere(path, out); err != nil {
		return err
	}
	source, err := reuse.Open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	offer, err := source.Offers(p.Plan, left)
	if err != nil {
		return err
	}
	if len(offer.Cells) == 0 {
		tell(nothingTaken(path, left, offer))
		return nil
	}
	sealed, err := s.sealNow()
	if err != nil {
		return err
	}
	sample := reuse.Sample(offer.Cells, p.Plan.Seed)
	bar := o.con.newProgress(len(sample), 0, min(runtime.NumCPU(), len(sample)))
	stop := bar.Follow()
	err = source.Check(ctx, s.Session, sample, bar)
	stop()
	if err != nil {
		return err
	}
	taken, err := source.Take(out, p, left, offer.Cells, len(sample), sealed)
	if err == nil {
		tell(fmt.Sprintf("taken from %s, %s: %s; %d of them run again here, all equal", path, taken.From,
			wording.Count(taken.Cells, "cell"), taken.Checked))
		tellOthers(tell, "not taken", offer)
	}
	return err
}

// tellOthers says why cells are not taken.
func tellOthers(tell func(string), what string, offer reuse.Offer) {
	for _, why := range offer.Other {
		tell(what + ": " + why)
	}
}

// nothingTaken says why no cell was taken.
func nothingTaken(path string, left launch.Missing, offer reuse.Offer) string {
	if left.Cells == 0 {
		return fmt.Sprintf("nothing is taken from %s: no cell is missing", path)
	}
	return fmt.Sprintf("nothing is taken from %s: %s", path, strings.Join(offer.Other, "; "))
}

// checkElsewhere refuses a path that does not exist or is the results folder itself, which need not exist.
func checkElsewhere(path, out string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("-reuse: %w", err)
	}
	if there, err := os.Stat(filepath.Clean(out)); err == nil && os.SameFile(info, there) {
		return fmt.Errorf("-reuse %s: this is the results folder itself, whose cells count already", path)
	}
	return nil
}

// sealNow is the digest of the seal of the experiment file, "" without one.
func (s *session) sealNow() (string, error) {
	found, err := s.ReadSeal()
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return found.SHA256, err
}

// withReused adds to results what bench run -reuse would take from a path, "" for nothing, and counts and tells it.
func withReused(path string, p *prepare.Prepared, results *store.Results) (taken int, err error) {
	if path == "" {
		return 0, nil
	}
	source, err := reuse.Open(path)
	if err != nil {
		return 0, err
	}
	defer source.Close()
	left := launch.MissingIn(p.Plan, *results, nil)
	offer, err := source.Offers(p.Plan, left)
	if err != nil {
		return 0, err
	}
	if len(offer.Cells) == 0 {
		tell(nothingTaken(path, left, offer))
		return 0, nil
	}
	results.ByKey = maps.Clone(results.ByKey)
	for _, c := range offer.Cells {
		results.ByKey[c.Key] = source.Result(c)
	}
	sample := reuse.Sample(offer.Cells, p.Plan.Seed)
	tell(fmt.Sprintf("to be taken from %s, %s: %s, after %d of them ran again here; below they count as done", path,
		source.From, wording.Count(len(offer.Cells), "cell"), len(sample)))
	tellOthers(tell, "not to be taken", offer)
	return len(offer.Cells), nil
}
