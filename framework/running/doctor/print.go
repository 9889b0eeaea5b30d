package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/store"
)

// Report is what `bench doctor -format json` prints.
type Report struct {
	Bench  store.Build `json:"bench"`
	OS     string      `json:"os"`
	Arch   string      `json:"arch"`
	Kernel string      `json:"kernel"`
	CPUs   int         `json:"cpus"`
	Sound  bool        `json:"sound"` // nothing that a run needs fails
	Checks []Finding   `json:"checks"`
}

// newReport begins a report on this machine.
func newReport(bench store.Build) Report {
	return Report{Bench: bench, OS: runtime.GOOS, Arch: runtime.GOARCH, Kernel: host.Kernel(), CPUs: runtime.NumCPU()}
}

// WriteText writes findings as they come, in lines of a width, and reports whether everything
// that a run needs works.
func WriteText(w io.Writer, bench store.Build, found iter.Seq[Finding], width int) (sound bool, err error) {
	r := newReport(bench)
	fmt.Fprintf(w, "bench %s for %s/%s on %s, %s\n\n", bench.Version, r.OS, r.Arch, r.Kernel, wording.Count(r.CPUs, "CPU"))
	failing := 0
	for f := range found {
		fmt.Fprintln(w, f.line(width))
		if f.Status == Fails {
			failing++
		}
	}
	last := "Everything that a run needs works here."
	if failing > 0 {
		last = wording.Count(failing, "failure") + ": a run needs what fails."
	}
	_, err = fmt.Fprintln(w, "\n"+last)
	return failing == 0, err
}

// WriteJSON writes a [Report] of findings, and reports whether everything that a run needs
// works.
func WriteJSON(w io.Writer, bench store.Build, found iter.Seq[Finding]) (sound bool, err error) {
	r := newReport(bench)
	r.Checks = slices.Collect(found)
	r.Sound = isSound(r.Checks)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return r.Sound, e.Encode(r)
}

// widest is the longest name of a check that has its column.
const widest = len("temporary files")

// leastText is the width of a text however narrow the terminal is.
const leastText = 30

// line is a finding in lines of a width: what it says goes on below itself.
func (f Finding) line(width int) string {
	says := f.Says
	if f.Mend != "" {
		says += " → " + f.Mend
	}
	head := fmt.Sprintf("%-5s  %-*s  ", f.Status, widest, f.Check)
	indent := strings.Repeat(" ", wording.Width(head))
	text := wording.Wrap(wording.Line(says), indent, indent, max(width, len(indent)+leastText))
	return head + strings.TrimPrefix(text, indent)
}
