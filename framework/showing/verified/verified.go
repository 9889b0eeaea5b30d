package verified

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/running/verify"
)

// Report is what a verification found, of cells and of tables.
type Report struct {
	*verify.Report
	Tables []Table `json:"tables"`
}

// Failed reports whether something is not what it is said to be.
func (r Report) Failed() bool {
	return r.Report.Failed() ||
		slices.ContainsFunc(r.Tables, func(t Table) bool { return t.Outcome == verify.Different })
}

// JSON writes the report for programs.
func (r Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Report
		Failed bool `json:"failed"`
	}{r, r.Failed()})
}

// Text writes the report for people, in lines of a width.
func (r Report) Text(w io.Writer, width int) error {
	t := &text{width: width}
	r.head(t)
	if len(r.Flaws) == 0 {
		r.tables(t)
		r.cells(t)
	}
	for _, note := range r.Notes {
		t.say("note: %s", note)
	}
	t.say("%s", r.Verdict())
	_, err := io.WriteString(w, t.String())
	return err
}

// text collects lines.
type text struct {
	strings.Builder
	width int
}

func (t *text) say(format string, args ...any) {
	line := wording.Harmless(fmt.Sprintf(format, args...), 4096)
	t.WriteString(wording.Wrap(line, "", "    ", t.width) + "\n")
}

// head says what was looked at, and what of it is not as it was written.
func (r Report) head(t *text) {
	if r.Capsule != "" {
		t.say("capsule sha256:%s", r.Capsule)
	}
	t.say("experiment %s", r.Experiment)
	for _, there := range r.There {
		t.say("computed by bench %s, kernel class %s", there.Bench.Version, there.Kernels)
	}
	t.say("run again by bench %s, kernel class %s", r.Here.Bench.Version, r.Here.Kernels)
	if len(r.Flaws) == 0 {
		t.say("files: all digests are as written")
	}
	for _, f := range r.Flaws {
		t.say("files: %s", f)
	}
}

// tables says what came out of the tables.
func (r Report) tables(t *text) {
	if len(r.Tables) == 0 {
		return
	}
	byOutcome := map[verify.Outcome]int{}
	for _, table := range r.Tables {
		byOutcome[table.Outcome]++
	}
	t.say("tables: made again from the journals, %d of %d are equal", byOutcome[verify.Equal], len(r.Tables))
	byWhy := grouped.By[string, []string]{}
	for _, table := range r.Tables {
		if table.Why != "" {
			names := byWhy.At(cmp.Or(map[verify.Outcome]string{verify.Different: "DIFFERENT"}[table.Outcome], "not compared") +
				": " + table.Why)
			*names = append(*names, table.Name)
		}
	}
	for why, names := range byWhy.All() {
		t.say("  %s: %s", wording.List(*names), why)
	}
}

// combination are the cells of a combination on all folds, by what came out.
type combination struct {
	name  string
	cells []verify.Cell
}

// cells says what came out of the cells: a line for each combination, and one for each cell that is not equal.
func (r Report) cells(t *text) {
	t.WriteString("\n")
	if r.Sample < 1 {
		t.say("cells: a sample of %g, drawn with -seed %d", r.Sample, r.Seed)
	} else {
		t.say("cells: all")
	}
	var groups grouped.By[string, []verify.Cell]
	for _, c := range r.Cells {
		cells := groups.At(c.Name())
		*cells = append(*cells, c)
	}
	for name, cells := range groups.All() {
		combination{name, *cells}.say(t)
	}
	r.unrun(t)
}

// unrun says once for each reason which cells cannot be run here.
func (r Report) unrun(t *text) {
	var whys grouped.By[string, []string]
	cells := map[string]int{}
	for _, c := range r.Cells {
		if c.Outcome != verify.Unrun {
			continue
		}
		names := whys.At(c.Why)
		if cells[c.Why]++; !slices.Contains(*names, c.Name()) {
			*names = append(*names, c.Name())
		}
	}
	for why, names := range whys.All() {
		t.say("  cannot be run here: %s (%s): %s", wording.Count(cells[why], "cell"), wording.First(*names, 3), why)
	}
}

// say says of the cells of a combination that were run how many came out how, and of each that is not equal why.
func (c combination) say(t *text) {
	var counts []string
	for _, o := range []verify.Outcome{verify.Equal, verify.Within, verify.Different, verify.Empty} {
		if n := lists.Count(c.cells, func(cell verify.Cell) bool { return cell.Outcome == o }); n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, words[o]))
		}
	}
	if len(counts) > 0 {
		t.say("  %s: %s", c.name, strings.Join(counts, ", "))
	}
	for _, cell := range c.cells {
		if cell.Outcome == verify.Within || cell.Outcome == verify.Different {
			t.say("    repeat %d fold %d %s: %s", cell.Repeat, cell.Fold, words[cell.Outcome], cell.Why)
		}
	}
}

// words are how people read outcomes.
var words = map[verify.Outcome]string{
	verify.Equal: "equal", verify.Within: "equal within the bound", verify.Different: "DIFFERENT",
	verify.Empty: "without a result",
}

// Verdict sums up in a sentence or two.
func (r Report) Verdict() string {
	var parts []string
	if n := r.Count(verify.Equal); n > 0 {
		parts = append(parts, wording.Count(n, "cell")+" equal")
	}
	if n := r.Count(verify.Within); n > 0 {
		parts = append(parts, fmt.Sprintf("%d equal within %g", n, r.Bound))
	}
	for _, o := range []struct {
		outcome verify.Outcome
		said    string
	}{{verify.Different, "different"}, {verify.Unrun, "cannot be run here"}, {verify.Unchecked, "not in the sample"},
		{verify.Empty, "without a result"}} {
		if n := r.Count(o.outcome); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o.said))
		}
	}
	said := strings.Join(parts, ", ")
	switch {
	case len(r.Flaws) > 0:
		return fmt.Sprintf("NOT VERIFIED: %s not as written. No cell was run.", wording.Count(len(r.Flaws), "file"))
	case r.Failed():
		return "NOT VERIFIED: " + cmp.Or(said, "tables differ") + "."
	case r.Count(verify.Equal)+r.Count(verify.Within) == 0:
		return "Nothing could be verified: " + cmp.Or(said, "there are no cells") + "."
	}
	return "Verified: " + said + "."
}
