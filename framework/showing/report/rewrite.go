package report

import (
	"fmt"

	results "github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/methods"
)

// Rewrite is [WriteAll] into a results folder whose manifest notes the files that are written. It tells which
// files of the last report are not as it wrote them, and keeps copies of those that were changed.
func Rewrite(dir string, in score.Input, tell func(line string)) (Summary, error) {
	m, err := results.ReadManifest(dir)
	if err != nil {
		return Summary{}, err
	}
	if err := keepAltered(dir, m, tell); err != nil {
		return Summary{}, err
	}
	if err := results.SetFiles(dir, nil); err != nil {
		return Summary{}, err
	}
	all := Of(dir, in, m)
	if line := sealLine(all.Seal); line != "" {
		tell(line)
	}
	for _, sentence := range methods.Reused(in.Reused, len(in.Cells)) {
		tell(sentence)
	}
	summary, err := WriteAll(dir, all)
	if err != nil {
		return Summary{}, err
	}
	return summary, results.SetFiles(dir, summary.Files)
}

func keepAltered(dir string, m store.Manifest, tell func(line string)) error {
	altered, err := m.Altered(dir)
	if err != nil {
		return err
	}
	for _, a := range altered {
		if a.Missing {
			tell(fmt.Sprintf("warning: %s and is written again", a))
			continue
		}
		kept, err := a.Keep(dir)
		if err != nil {
			return err
		}
		tell(fmt.Sprintf("warning: %s; the changed file is kept as %s", a, kept))
	}
	return nil
}
