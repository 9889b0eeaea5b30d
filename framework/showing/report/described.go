package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/cite"
	"github.com/manyclass/bench/framework/showing/describe"
)

// writeDescriptions writes what the files are that have been placed.
func (f *folder) writeDescriptions(in Input) error {
	s := describe.Set{Name: in.Plan.Experiment, Title: cmp.Or(in.Plan.Title, in.Plan.Experiment), Doc: summary(in)}
	if made := cmp.Or(in.Manifest.Finished, &in.Manifest.Started); !made.IsZero() {
		s.Made = made.UTC().Format(time.RFC3339)
	}
	for _, d := range in.Plan.Datasets {
		s.Sources = append(s.Sources, sourceOf(in.Plan, d))
	}
	s.Citations = cite.Bibliography(in.Plan, in.Manifest.Bench.Version)
	for _, name := range slices.Sorted(maps.Keys(f.digests)) {
		file := describe.File{Name: name, Doc: describe.Doc(name), Bytes: f.sizes[name], SHA256: f.digests[name]}
		if t, isTable := f.tables[name]; isTable {
			file.Fields = t.Fields
			if t.Doc != "" {
				file.Doc = "one row for " + t.Doc
			}
		}
		s.Files = append(s.Files, file)
	}
	if err := f.stream(describe.PackageFile, s.DataPackage); err != nil {
		return err
	}
	return f.stream(describe.CroissantFile, s.Croissant)
}

// summary says in a sentence what the results are of.
func summary(in Input) string {
	methods := map[[2]string]bool{}
	for _, c := range in.Plan.Cells {
		methods[[2]string{c.Learner, c.Reduction}] = true
	}
	return fmt.Sprintf("Results of the experiment %s: %s on %s, in %s, made by bench %s.", in.Plan.Experiment,
		wording.Count(len(methods), "method"), wording.Count(len(in.Plan.Datasets), "dataset"),
		wording.Count(len(in.Plan.Cells), "cell"), known(in.Manifest.Bench.Version))
}

// sourceOf is a dataset as a source of results.
func sourceOf(p *plan.Plan, d plan.Dataset) describe.Source {
	name := p.NameOf(contract.KindDataset, d.Name)
	s := describe.Source{Title: "Dataset " + name, SHA256: d.SHA256}
	if o := d.Origin; o != nil {
		s.Title = fmt.Sprintf("%s (dataset %s)", cmp.Or(o.Name, o.ID), name)
		s.Page, s.Version, s.Licence, s.Creators = o.Page, o.Version, o.Licence, o.Creators
	}
	return s
}
