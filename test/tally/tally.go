package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// event is a line of go test -json; see go doc test2json.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64 // seconds, for the ends of tests and packages
}

// tally is what a run of go test came to.
type tally struct {
	passed, failed int
	skipped        []skip
	broken         map[string]bool // packages with a test that failed
	took           durations
}

// skip is a test that did not run, with what it said.
type skip struct{ test, reason string }

// read follows the events of go test. It prints a line a package and the output
// of what failed. A line that is not an event is printed as it is.
func read(events io.Reader, out io.Writer) tally {
	counted := tally{broken: map[string]bool{}, took: durations{whole: map[string]bool{}}}
	said := map[string]*strings.Builder{} // output by package and test
	in := bufio.NewReader(events)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil {
				fmt.Fprint(out, line)
			} else {
				counted.add(e, said, out)
			}
		}
		if err != nil {
			return counted
		}
	}
}

func (c *tally) add(e event, said map[string]*strings.Builder, out io.Writer) {
	key := e.Package + " " + e.Test
	if e.Action == "build-output" {
		fmt.Fprint(out, e.Output)
		return
	}
	if e.Action == "output" {
		if said[key] == nil {
			said[key] = new(strings.Builder)
		}
		said[key].WriteString(e.Output)
		return
	}
	text := ""
	if b := said[key]; b != nil {
		text = b.String()
	}
	switch {
	case e.Action == "fail":
		fmt.Fprint(out, text)
	case e.Test == "" && e.Action == "pass":
		fmt.Fprint(out, lastLine(text))
	}
	c.took.add(e)
	if e.Test == "" {
		if e.Action == "fail" && !c.broken[e.Package] {
			c.failed++ // it was not built, or ended outside its tests
		}
		return
	}
	switch e.Action {
	case "pass":
		c.passed++
	case "fail":
		c.failed++
		c.broken[e.Package] = true
	case "skip":
		c.skipped = append(c.skipped, skip{e.Test, reason(text)})
	default:
		return
	}
	delete(said, key)
}

// lastLine is the last line of a text, with its end.
func lastLine(text string) string {
	lines := slices.Collect(strings.Lines(text))
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1]
}

// reason takes from the output of a skipped test what it said itself.
func reason(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "---") {
			return line
		}
	}
	return "no reason given"
}

// expect counts every skip as a failure that a pattern does not match; the
// empty one matches none.
func (c *tally) expect(pattern *regexp.Regexp) {
	for i, s := range c.skipped {
		if pattern.String() == "" || !pattern.MatchString(s.test+": "+s.reason) {
			c.skipped[i].reason += " (not expected: what it needs is missing)"
			c.failed++
		}
	}
}

// print names what was skipped, tests of one reason together, and ends with one line of counts.
func (c *tally) print(out io.Writer) {
	c.took.print(out)
	tests := map[string][]string{}
	for _, s := range c.skipped {
		tests[s.reason] = append(tests[s.reason], s.test)
	}
	for _, reason := range slices.Sorted(maps.Keys(tests)) {
		fmt.Fprintf(out, "skipped: %s: %s\n", strings.Join(tests[reason], ", "), reason)
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", c.passed, c.failed, len(c.skipped))
}
