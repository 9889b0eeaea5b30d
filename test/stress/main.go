// Command stress trains every shipped learner on many sets with tight and loose
// tolerances and with weights of the losses from 1e-6 to 1e6, on parts of their
// rows, and says what does not end, fails without a sentence about the data, or
// gives numbers that are none. BENCH_DATA names the folder of the sets; without it,
// it is looked for beside the repository.
//
//	go run ./test/stress -rows 300 -limit 2m
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	rows := flag.Int("rows", 300, "rows of a set that are taken")
	limit := flag.Duration("limit", 2*time.Minute, "time after which a training counts as one that does not end")
	only := flag.String("only", "", "take the sets and learners alone whose names hold this, as in letter/svm")
	flag.Parse()
	folder := cmp.Or(os.Getenv("BENCH_DATA"), "../shared/data")
	var all []outcome
	for name, source := range sets {
		set, learner, _ := strings.Cut(*only, "/")
		if !strings.Contains(name, set) {
			continue
		}
		source.File = filepath.Join(folder, "reference", name)
		s, err := load(source, *rows)
		if err != nil {
			fmt.Fprintf(os.Stderr, "stress: %s: %v\n", name, err)
			os.Exit(1)
		}
		for _, l := range learners() {
			if strings.Contains(l.name(), learner) {
				o := l.try(s, *limit)
				o.set = name
				o.print(os.Stdout)
				all = append(all, o)
			}
		}
	}
	if !summarise(os.Stdout, all) {
		os.Exit(1)
	}
}

// summarise prints the slowest outcomes and counts the faulty ones. It reports
// whether there are none.
func summarise(w *os.File, all []outcome) bool {
	slices.SortFunc(all, func(a, b outcome) int { return cmp.Compare(b.took, a.took) })
	fmt.Fprintln(w, "\nthe slowest:")
	for _, o := range all[:min(10, len(all))] {
		o.print(w)
	}
	faulty := 0
	ends := map[string]int{}
	for _, o := range all {
		if len(o.faults) > 0 {
			faulty++
		}
		for end, n := range o.ends {
			ends[end] += n
		}
	}
	fmt.Fprintf(w, "\n%d trainings of a learner on a set, %d with faults; ends of problems: %v\n", len(all), faulty, ends)
	return faulty == 0
}
