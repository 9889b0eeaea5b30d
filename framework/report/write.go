// Package report writes everything that is made from stored results: scores,
// tables, plots and the report page.
package report

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/table"
)

// Summary is what WriteAll found and wrote.
type Summary struct {
	// Cells of the plan by status; NotRun are those without a result.
	OK, Failed, Timeout, OutOfMemory, Skipped, NotRun int
	Tables                                            []TableFile
}

// TableFile is a comparison table and where it was written.
type TableFile struct {
	Grid table.Grid
	Path string // with the folder that WriteAll was given
}

// WriteAll writes scores.csv, cells.csv, summary.csv, predictions.csv.gz and
// tables/*.md into a folder, which it makes if needed. Every file appears
// complete or not at all.
func WriteAll(dir string, in score.Input) (Summary, error) {
	rows, err := score.Compute(in)
	if err != nil {
		return Summary{}, err
	}
	folder := filepath.Join(dir, "tables")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return Summary{}, fmt.Errorf("making the results folder: %w", err)
	}
	files := []struct {
		name  string
		write func(io.Writer) error
	}{
		{"scores.csv", func(w io.Writer) error { return export.WriteScores(w, rows) }},
		{"cells.csv", func(w io.Writer) error { return export.WriteCells(w, in.Cells) }},
		{"summary.csv", func(w io.Writer) error { return export.WriteSummary(w, score.Summarize(in.Plan, rows)) }},
		{"predictions.csv.gz", func(w io.Writer) error { return writeCompressed(w, in) }},
	}
	for _, f := range files {
		if err := store.WriteFile(filepath.Join(dir, f.name), f.write); err != nil {
			return Summary{}, err
		}
	}
	s := count(in.Cells)
	if err := removeTables(folder); err != nil {
		return Summary{}, err
	}
	names := fileNames{}
	for _, t := range tablesOf(in.Plan) {
		file := TableFile{Grid: table.Build(t, rows, in.Plan), Path: filepath.Join(folder, names.next(t.Name)+".md")}
		if err := store.WriteFile(file.Path, file.Grid.Markdown); err != nil {
			return Summary{}, err
		}
		s.Tables = append(s.Tables, file)
	}
	return s, nil
}

// removeTables removes the tables of an earlier report, which may have had
// other names.
func removeTables(folder string) error {
	old, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing an old table: %w", err)
		}
	}
	return nil
}

// Text writes the first table for a terminal of a width in characters and names
// the files of the others.
func (s Summary) Text(w io.Writer, width int) error {
	for i, t := range s.Tables {
		if i == 0 {
			if err := t.Grid.Text(w, width); err != nil {
				return err
			}
			continue
		}
		if i == 1 {
			if _, err := fmt.Fprintln(w, "\nMore tables:"); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(w, "  %s: %s\n", table.Flat(t.Grid.Name), t.Path); err != nil {
			return err
		}
	}
	return nil
}

func tablesOf(p *plan.Plan) []plan.Table {
	if len(p.Tables) > 0 {
		return p.Tables
	}
	return table.DefaultTables(p)
}

func count(cells []score.CellResult) Summary {
	var s Summary
	for _, c := range cells {
		switch c.Status() {
		case store.OK:
			s.OK++
		case store.Failed:
			s.Failed++
		case store.Timeout:
			s.Timeout++
		case store.OutOfMemory:
			s.OutOfMemory++
		case store.Skipped:
			s.Skipped++
		default:
			s.NotRun++
		}
	}
	return s
}

// writeCompressed writes all predictions, gzip at its fastest, without name or
// time so that the bytes depend on the predictions only.
func writeCompressed(w io.Writer, in score.Input) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if err := export.WritePredictions(z, in, nil); err != nil {
		return err
	}
	return z.Close()
}

// fileNames makes names of tables into names of files, each once.
type fileNames map[string]bool

// next returns a name of letters, digits, dots, dashes and underscores, with a
// number if it was given before (also in other case).
func (taken fileNames) next(name string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, name)
	safe = strings.Trim(safe, "._")
	if safe == "" {
		safe = "table"
	}
	unique := safe
	for i := 2; taken[strings.ToLower(unique)]; i++ {
		unique = fmt.Sprintf("%s_%d", safe, i)
	}
	taken[strings.ToLower(unique)] = true
	return unique
}
