package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/table"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Counts are the cells of a plan by status; NotRun are those without a result.
type Counts struct{ OK, Failed, Timeout, OutOfMemory, Skipped, NotRun int }

// Summary is what WriteAll found and wrote.
type Summary struct {
	Counts
	Unmeasured int // values that plugins' metrics should have and have not
	Tables     []TableFile
	Answer     string            // what was found, in a paragraph
	Page       string            // path of the report page, with the folder that WriteAll was given
	Files      map[string]string // SHA-256 by the name of each file that was written
	failed     []trouble
	again      string // command
}

// TableFile is a table and where it was written.
type TableFile struct {
	Name string // of the table
	Stem string // of its files: without extension, with slashes, in the results folder
	Path string // of the Markdown file, with the folder that WriteAll was given
	table.Document
}

func count(cells []score.Cell) Counts {
	n := map[store.Status]int{}
	for _, cell := range cells {
		n[cell.Status()]++
	}
	c := Counts{OK: n[store.OK], Failed: n[store.Failed], Timeout: n[store.Timeout], OutOfMemory: n[store.OutOfMemory],
		Skipped: n[store.Skipped]}
	c.NotRun = len(cells) - c.OK - c.Failed - c.Timeout - c.OutOfMemory - c.Skipped
	return c
}

// AllFailed is how many cells have failed, whatever the reason.
func (c Counts) AllFailed() int { return c.Failed + c.Timeout + c.OutOfMemory }

// String is the counts in a line, without those that are 0: "170 cells: 168 ok, 2
// failed".
func (c Counts) String() string {
	var parts []string
	total := 0
	for _, part := range []struct {
		n    int
		name string
	}{
		{c.OK, "ok"}, {c.Failed, "failed"}, {c.Timeout, "timed out"}, {c.OutOfMemory, "out of memory"},
		{c.Skipped, "skipped"}, {c.NotRun, "not run"},
	} {
		total += part.n
		if part.n > 0 {
			parts = append(parts, thousands(part.n)+" "+part.name)
		}
	}
	line := quantity(total, "cell")
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	return line
}

// Text writes the first table for a terminal of a width in characters and names
// the files of the others.
func (s Summary) Text(w io.Writer, width int) error {
	for i, t := range s.Tables {
		if i == 0 {
			if err := t.Sheet().Text(w, width); err != nil {
				return err
			}
			continue
		}
		if i == 1 {
			if _, err := fmt.Fprintln(w, "\nMore tables:"); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(w, "  %s: %s\n", sheet.Flat(t.Name), t.Path); err != nil {
			return err
		}
	}
	return nil
}

// Failures writes for a terminal of a width in characters why cells failed, equal
// reasons once, and what runs these cells again. It writes nothing if none failed.
func (s Summary) Failures(w io.Writer, width int) error {
	var b strings.Builder
	for _, t := range s.failed {
		which := t.Cells[0]
		if others := len(t.Cells) + t.More - 1; others > 0 {
			which += fmt.Sprintf(" and %d more", others)
		}
		line := fmt.Sprintf("%s, %s: %s: %s", t.Count(), t.Status, which, wording.FirstLine(t.Words))
		b.WriteString(wording.Wrap(line, "", "  ", width) + "\n")
	}
	if s.again != "" {
		b.WriteString("run them again: " + s.again + "\n") // in one line, to be copied
	}
	_, err := io.WriteString(w, b.String())
	return err
}
