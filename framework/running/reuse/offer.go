// Package reuse takes finished cells that other people computed into a results folder, by their keys: the same data,
// plugins and settings have the same key. Before it takes any, some of them are run again. What other people wrote is
// read, never run, and what does not fit the data of this machine is refused.
package reuse

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/verify"
)

// Source is a capsule or a results folder of other people.
type Source struct {
	Path string // as the user writes it
	From string // its digest: see store.Reused

	stored *verify.Stored
}

// Open opens a capsule or a results folder and compares all its digests. What is opened must be closed.
func Open(path string) (*Source, error) {
	stored, err := verify.Open(path)
	s := &Source{Path: path, stored: stored}
	if err == nil && len(stored.Flaws) > 0 {
		err = fmt.Errorf("-reuse %s: %s. %s not as written, so no cell is taken", path, stored.Flaws[0],
			wording.Count(len(stored.Flaws), "file"))
	}
	if err == nil {
		s.From, err = stored.From()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close removes what was unpacked.
func (s *Source) Close() { s.stored.Close() }

// Result is the result of a cell that is offered.
func (s *Source) Result(c plan.Cell) store.Result { return s.stored.Results().ByKey[c.Key] }

// runsAlike refuses results of another kernel class than that of this run: their numbers are not those that it would
// compute.
func (s *Source) runsAlike() error {
	here := launch.Kernels()
	for _, run := range s.stored.Part().Manifest.Runs() {
		if run.Kernels == here {
			continue
		}
		advice := "only a machine of that class, or cells of -kernels " + launch.PortableKernels + ", can share results"
		if run.Kernels == launch.PortableKernels {
			advice = "write -kernels " + launch.PortableKernels
		}
		return fmt.Errorf("-reuse %s: its cells were computed by the kernel class %s, and this run has %s: %s", s.Path,
			wording.Harmless(run.Kernels, 100), here, advice)
	}
	return nil
}

// Offer is what a source has of the missing cells.
type Offer struct {
	Cells []plan.Cell // that can be taken, of the present plan
	Other []string    // why other missing cells cannot be taken, in words
}

// Offers compares the cells that are missing with those of the source.
func (s *Source) Offers(now *plan.Plan, left launch.Missing) (Offer, error) {
	if err := s.runsAlike(); err != nil {
		return Offer{}, err
	}
	theirs, results := s.stored.Part().Plan, s.stored.Results()
	byName := map[string]plan.Cell{}
	for _, c := range theirs.Cells {
		byName[c.Name()] = c
	}
	var o Offer
	why := map[string]int{}
	for _, c := range now.Cells {
		if left.Done[c.Key] || c.Skipped != "" {
			continue
		}
		if r, there := results.ByKey[c.Key]; there && r.Status == store.OK {
			o.Cells = append(o.Cells, c)
			continue
		}
		why[unlike(theirs, now, byName, c)]++
	}
	o.Other = reasons(why)
	return o, nil
}

// unlike says why a cell cannot be taken.
func unlike(theirs, now *plan.Plan, byName map[string]plan.Cell, c plan.Cell) string {
	was, there := byName[c.Name()]
	switch {
	case !there:
		return "not among the cells there"
	case was.Key == c.Key:
		return "without a finished result there"
	}
	return "other there: " + wording.First(plan.Changes(theirs, now, was, c), 2)
}

// mostReasons is how many reasons are said.
const mostReasons = 3

// reasons says the reasons of most cells.
func reasons(why map[string]int) []string {
	all := slices.SortedFunc(maps.Keys(why), func(a, b string) int {
		return cmp.Or(cmp.Compare(why[b], why[a]), cmp.Compare(a, b))
	})
	return lists.Map(all[:min(len(all), mostReasons)], func(text string) string {
		return wording.Harmless(wording.Count(why[text], "missing cell")+" "+text, 1000)
	})
}

// errDiffers begins the refusal of a source.
var errDiffers = errors.New("no cell is taken, and nothing else was run")
