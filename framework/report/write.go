// Package report writes everything that is made from stored results: scores,
// tables, plots and the report page.
package report

import (
	"compress/gzip"
	"io"
	"path/filepath"

	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/score"
)

// PageFile is the name of the report page in a results folder.
const PageFile = "report.html"

// WriteAll writes into a folder, which it makes if needed: scores.csv, cells.csv,
// variants.csv, summary.csv, predictions.csv.gz, where there is something to say tuned.csv,
// binary.csv and decoding.csv, tables/ (each table as .md, .tex, .csv and .html;
// where there are multi-label datasets one more, called labels), plots/*.svg and
// report.html. Tables and plots of an earlier report that
// are not part of this one are removed. Every file appears complete or not at
// all, and the same input gives the same bytes. It fails when stored results
// cannot be read or do not fit the plan, or files cannot be written.
func WriteAll(dir string, in Input) (Summary, error) {
	rows, err := score.Compute(in.Input)
	if err != nil {
		return Summary{}, err
	}
	f, err := newFolder(dir)
	if err != nil {
		return Summary{}, err
	}
	if err := writeRows(f, in.Input, rows); err != nil {
		return Summary{}, err
	}
	if err := writeOptional(dir, in.Cells); err != nil {
		return Summary{}, err
	}
	t, err := writeTables(f, in.Input, rows)
	if err != nil {
		return Summary{}, err
	}
	p, err := newPage(f, in, rows, t)
	if err != nil {
		return Summary{}, err
	}
	if err := f.write(PageFile, p.write); err != nil {
		return Summary{}, err
	}
	if err := f.removeOld(); err != nil {
		return Summary{}, err
	}
	return Summary{Counts: p.Counts, Tables: t.files, Page: filepath.Join(dir, PageFile), failed: p.Failed,
		again: into(dir, in.Manifest, p.Again)}, nil
}

// writeRows writes the long tables.
func writeRows(f *folder, in score.Input, rows []score.Row) error {
	files := []struct {
		name  string
		write func(io.Writer) error
	}{
		{"scores.csv", func(w io.Writer) error { return export.WriteScores(w, rows) }},
		{"cells.csv", func(w io.Writer) error { return export.WriteCells(w, in) }},
		{"variants.csv", func(w io.Writer) error { return export.Write(w, export.Variants(in.Plan), export.CSV) }},
		{"summary.csv", func(w io.Writer) error { return export.WriteSummary(w, score.Summarize(in.Plan, rows)) }},
		{"predictions.csv.gz", func(w io.Writer) error { return writeCompressed(w, in) }},
	}
	for _, file := range files {
		if err := f.write(file.name, file.write); err != nil {
			return err
		}
	}
	return nil
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
