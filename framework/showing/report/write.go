// Package report writes everything that is made from stored results: scores,
// tables, plots and the report page.
package report

import (
	"cmp"
	"compress/gzip"
	"io"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/showing/cite"
	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/framework/showing/export"
	"github.com/manyclass/bench/framework/showing/table"
)

// PageFile is the name of the report page in a results folder.
const PageFile = "report.html"

// WriteAll writes into a folder, which it makes if needed: scores.csv, cells.csv,
// variants.csv, summary.csv, predictions.csv.gz, where there is something to say tuned.csv, candidates.csv,
// binary.csv, decoding.csv, data.bib, curves.csv, curve_points.csv and comparisons.csv, tables/ (each
// table as .md, .tex, .typ, .csv and .html; where there are multi-label datasets one more,
// called labels; and all together as all.tex and all.typ), plots/*.svg,
// report.html, the paragraphs on methods as methods.txt, methods.tex and methods.bib, and what the
// files are, as datapackage.json and croissant.json. Tables and
// plots of an earlier report that are not part of this one are removed. Every file appears
// complete or not at all, and the same input gives the same bytes. It fails when stored results
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
	predictions := make(chan error, 1)
	go func() { predictions <- writePredictions(f, in.Input) }()
	s, err := writeOthers(dir, f, in, rows)
	late := f.placed()
	if err := cmp.Or(err, late, <-predictions); err != nil {
		return Summary{}, err
	}
	if err := f.writeDescriptions(in); err != nil {
		return Summary{}, err
	}
	s.Files = f.digests
	return s, nil
}

// writeOthers writes all that [WriteAll] does except the predictions, which take as long.
func writeOthers(dir string, f *folder, in Input, rows []score.Row) (Summary, error) {
	if err := writeRows(f, in.Input, rows); err != nil {
		return Summary{}, err
	}
	if err := writeOptional(f, in.Cells); err != nil {
		return Summary{}, err
	}
	if err := writeCurves(f, in.Plan, rows); err != nil {
		return Summary{}, err
	}
	if err := writeSources(f, in.Plan); err != nil {
		return Summary{}, err
	}
	p, t, err := writeLabelled(f, in, rows)
	if err != nil {
		return Summary{}, err
	}
	if err := f.writeMethods(p.Methods.files); err != nil {
		return Summary{}, err
	}
	if err := f.write(PageFile, p.write); err != nil {
		return Summary{}, err
	}
	if err := f.removeOld(); err != nil {
		return Summary{}, err
	}
	return Summary{Counts: p.Counts, Unmeasured: unmeasured(rows), Tables: t.files,
		Answer: strings.Join(p.Answer.Sentences, " "), Page: filepath.Join(dir, PageFile),
		failed: p.Failed, again: into(dir, in.Manifest, p.Again)}, nil
}

// writeSources writes what to cite for data that have names, if any has.
func writeSources(f *folder, p *plan.Plan) error {
	if sources := cite.Data(p); sources != nil {
		return f.write(sourcesFile, sources.Write)
	}
	return removeFile(filepath.Join(f.dir, sourcesFile))
}

// writeLabelled writes tables and pictures, and makes the page: with labels in place of
// names.
func writeLabelled(f *folder, in Input, rows []score.Row) (page, tables, error) {
	labelled := in
	labelled.Input, rows = in.Labelled(rows)
	t, err := writeTables(f, labelled, rows)
	if err != nil {
		return page{}, t, err
	}
	p, err := newPage(f, labelled, rows, t)
	p.missing(in)
	return p, t, err
}

// writeRows writes the long tables.
func writeRows(f *folder, in score.Input, rows []score.Row) error {
	files := []struct {
		name  string
		table export.Table
	}{
		{"scores.csv", export.Scores(rows)}, {"cells.csv", export.Cells(in)}, {"variants.csv", export.Variants(in.Plan)},
		{"summary.csv", export.Summary(score.Summarize(in.Plan, rows))},
	}
	for _, file := range files {
		if err := f.writeTable(file.name, file.table); err != nil {
			return err
		}
	}
	return nil
}

func writePredictions(f *folder, in score.Input) error {
	t, name := export.Predictions(in, nil), columns.Predictions.Name
	f.describe(columns.File{Name: name, Doc: columns.Predictions.Doc, Fields: t.Columns})
	return f.stream(name, func(w io.Writer) error { return writeCompressed(w, t) })
}

// writeCompressed writes a table, gzip at its fastest, without name or
// time so that the bytes depend on the table only.
func writeCompressed(w io.Writer, t export.Table) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if err := export.Write(z, t, export.CSV); err != nil {
		return err
	}
	return z.Close()
}

// Names of the files that some results have.
const (
	tunedFile      = "tuned.csv"
	candidatesFile = "candidates.csv"
	binaryFile     = "binary.csv"
	decodingFile   = "decoding.csv"
	sourcesFile    = "data.bib"
)

// optionalFiles are the files that are there if some cell has something to say in
// them.
var optionalFiles = []struct {
	name  string
	has   func([]score.Cell) bool
	table func([]score.Cell) export.Table
}{
	{tunedFile, export.HasTuned, export.Tuned},
	{candidatesFile, export.HasCandidates, export.Candidates},
	{binaryFile, export.HasModels, export.Binary},
	{decodingFile, export.HasModels, export.Decoding},
}

// writeOptional writes the optional files into a results folder, and removes those
// of an earlier report that have nothing to say any more.
func writeOptional(f *folder, cells []score.Cell) error {
	for _, file := range optionalFiles {
		if file.has(cells) {
			t := file.table(cells)
			f.describe(columns.File{Name: file.name, Doc: docOf(file.name), Fields: t.Columns})
			write := func(w io.Writer) error { return export.Write(w, t, export.CSV) }
			if err := f.stream(file.name, write); err != nil {
				return err
			}
			continue
		}
		if err := removeFile(filepath.Join(f.dir, file.name)); err != nil {
			return err
		}
	}
	return nil
}

// writeTables makes all tables, of the plan's main cells, and writes each in every format.
func writeTables(f *folder, all Input, rows []score.Row) (tables, error) {
	in, rows := all.Main(), score.MainRows(all.Plan, rows)
	t := tables{seal: all.Seal}
	for _, a := range in.Plan.AllTables() {
		g := table.Build(a, rows, in.Plan)
		if v := t.seal.Of(seal.Table, a.Name); v != nil {
			g.Remarks = append(g.Remarks, t.seal.Remark(v))
		}
		if err := t.write(f, g.Name, g); err != nil {
			return t, err
		}
		t.grids = append(t.grids, g)
	}
	for _, m := range in.Plan.Metrics {
		if !m.IsTable() {
			continue
		}
		list, err := score.Confusions(in, m)
		if err != nil {
			return t, err
		}
		c := table.Confusions{Metric: m.Name, Tables: list, Named: in.Plan.NamedAs}
		if err := t.write(f, c.Metric, c); err != nil {
			return t, err
		}
		t.confusions = append(t.confusions, c)
	}
	if err := t.writeLabels(f, in); err != nil {
		return t, err
	}
	if err := t.writeComparisons(f, in, rows); err != nil {
		return t, err
	}
	return t, t.writeAll(f, in.Plan)
}
