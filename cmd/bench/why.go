package main

import (
	"fmt"
	"io"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// findOutdated compares the plan that a results folder was made for with the
// present one. A folder without a manifest holds nothing outdated.
func findOutdated(dir string, now *plan.Plan, results store.Results) (plan.Outdated, error) {
	if !holdsManifest(dir) {
		return plan.Outdated{}, nil
	}
	old, err := readPart(dir)
	if err != nil {
		return plan.Outdated{}, err
	}
	return plan.FindOutdated(old.plan, now, func(key string) bool { _, done := results.ByKey[key]; return done }), nil
}

func printOutdated(w io.Writer, o plan.Outdated, of int) error {
	if o.Cells == 0 {
		return nil
	}
	fmt.Fprintf(w, "%d of %s changed since the results were made, and would be run again:\n", o.Cells, wording.Count(of, "cell"))
	for _, cause := range o.Causes {
		if _, err := fmt.Fprintf(w, "  %s: %s\n", wording.Count(cause.Cells, "cell"), cause.Text); err != nil {
			return err
		}
	}
	return nil
}
