package report

import (
	"cmp"
	"io"
	"path"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/table"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Input is what a report is made from: a plan with its results, and where they
// come from.
type Input struct {
	score.Input
	Manifest store.Manifest
	Seal     *seal.Judgement // nil of an experiment that was not sealed
	Opened   []store.Opened  // by plugins, of files that nobody named; nil if no run was traced
}

// Of is what a report of a results folder is made of.
func Of(dir string, in score.Input, m store.Manifest) Input {
	return Input{in, m, seal.Folder{Dir: dir, Seal: m.Seal, Begun: in.Begun}.Judge(in.Plan), store.ReadOpened(dir)}
}

// labelsTable is the name of the tables of labels.
const labelsTable = "labels"

// tables are the comparison and confusion tables of an experiment, and those of
// labels if it has multi-label datasets. The files are those of the grids, then
// those of the confusions, in their order, then that of the labels and those of the
// comparisons.
type tables struct {
	grids      []table.Grid
	confusions []table.Confusions
	labels     *table.Labels
	compared   []*compare.Result
	methods    []calledMethods // of compared
	files      []TableFile
	seal       *seal.Judgement
}

// comparedFiles are those of the comparisons.
func (t *tables) comparedFiles() []TableFile { return t.files[len(t.files)-len(t.compared):] }

// confusionFiles are those of the confusions.
func (t *tables) confusionFiles() []TableFile {
	return t.files[len(t.grids) : len(t.grids)+len(t.confusions)]
}

// allTables is the name of the documents with all tables.
const allTables = "all"

// writeAll writes the documents with all tables, in LaTeX and Typst.
func (t *tables) writeAll(f *folder, p *plan.Plan) error {
	d := sheet.Collection{Title: cmp.Or(p.Title, p.Experiment)}
	for _, file := range t.files {
		d.Files = append(d.Files, path.Base(file.Stem))
		d.Sheets = append(d.Sheets, file.Document.Sheet())
	}
	stem := path.Join(tablesFolder, f.unique(tablesFolder, allTables))
	if err := f.write(stem+".tex", d.LaTeX); err != nil {
		return err
	}
	return f.write(stem+".typ", d.Typst)
}

// writeLabels makes the tables of labels if there are multi-label datasets.
func (t *tables) writeLabels(f *folder, in score.Input) error {
	if !slices.ContainsFunc(in.Plan.Datasets, func(d plan.Dataset) bool { return d.Target.MultiLabel }) {
		return nil
	}
	list, err := score.LabelTables(in)
	if err != nil {
		return err
	}
	t.labels = &table.Labels{Name: labelsTable, Tables: list, Named: in.Plan.NamedAs}
	return t.write(f, t.labels.Name, t.labels)
}

func (t *tables) write(f *folder, name string, d table.Document) error {
	stem := path.Join(tablesFolder, f.unique(tablesFolder, name))
	s := d.Sheet()
	formats := []struct {
		extension string
		write     func(io.Writer) error
	}{{".md", s.Markdown}, {".tex", s.LaTeX}, {".typ", s.Typst}, {".csv", d.CSV}, {".html", s.HTML}}
	f.describe(columns.File{Name: stem + ".csv", Fields: d.Fields()})
	for _, format := range formats {
		if err := f.write(stem+format.extension, format.write); err != nil {
			return err
		}
	}
	t.files = append(t.files, TableFile{Name: name, Stem: stem, Path: filepath.Join(f.dir, stem+".md"), Document: d})
	return nil
}

// metrics lists what the tables are of: metrics with one number a cell, each
// once, in the order of the tables.
func (t tables) metrics(p *plan.Plan) []metric.Spec {
	var list []metric.Spec
	for _, g := range t.grids {
		for _, m := range p.Metrics {
			known := slices.ContainsFunc(list, func(other metric.Spec) bool { return other.Name == m.Name })
			if m.Name == g.Metric && !m.IsTable() && !m.PerClass() && !known {
				list = append(list, m)
			}
		}
	}
	return list
}
