package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	shown = 15  // how many packages, and how many tests, are named that took longest
	least = 1.0 // seconds that something takes to be named
)

// durations are the seconds that packages and tests took, as go test says them: also what they waited for,
// and what others did on the machine meanwhile.
type durations struct {
	packages, tests []duration
	whole           map[string]bool // tests with parts, which stand for them
}

type duration struct {
	name    string
	seconds float64
}

// add keeps how long a test or a package took that has ended.
func (d *durations) add(e event) {
	switch {
	case e.Action != "pass" && e.Action != "fail":
	case e.Test == "":
		d.packages = append(d.packages, duration{e.Package, e.Elapsed})
	default:
		name := e.Package + " " + e.Test
		if !d.whole[name] { // parts end before the whole
			d.tests = append(d.tests, duration{name, e.Elapsed})
		}
		if at := strings.LastIndex(e.Test, "/"); at > 0 {
			d.whole[e.Package+" "+e.Test[:at]] = true
		}
	}
}

func (d *durations) print(out io.Writer) {
	longest(out, "packages", d.packages)
	longest(out, "tests", d.tests)
}

// longest names what took longest.
func longest(out io.Writer, what string, all []duration) {
	slices.SortStableFunc(all, func(a, b duration) int { return cmp.Compare(b.seconds, a.seconds) })
	for i, d := range all[:min(shown, len(all))] {
		if d.seconds < least {
			return
		}
		if i == 0 {
			fmt.Fprintf(out, "slowest %s:\n", what)
		}
		fmt.Fprintf(out, "%8.1f s  %s\n", d.seconds, d.name)
	}
}
