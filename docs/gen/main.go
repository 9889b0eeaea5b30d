// Command gen writes what follows from the source into the documents: into the pages
// of experiment-file the tables of attributes and their index, from the descriptions that
// the components give of themselves, and into architecture.md the map of the packages.
// Usage: gen DOCS, the folder of the documents.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/language/tuning"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/multiclass"
	"github.com/manyclass/bench/plugins/shipped"
)

//go:generate go run . ..

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: gen DOCS")
	}
	for _, p := range pages() {
		if err := p.write(os.Args[1]); err != nil {
			log.Fatal(err)
		}
	}
}

// page is a document with parts that are generated.
type page struct {
	file     string // in the folder of the documents
	sections func() ([]section, error)
	whole    string // instead, all of it
}

// write puts the current sections into the page.
func (p page) write(docs string) error {
	path := filepath.Join(docs, p.file)
	if p.whole != "" {
		return os.WriteFile(path, []byte(p.whole), 0o644)
	}
	have, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	current, err := p.renew(string(have))
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(current), 0o644)
}

// renew returns the text of the page as it should be.
func (p page) renew(text string) (string, error) {
	if p.whole != "" {
		return p.whole, nil
	}
	list, err := p.sections()
	if err == nil {
		text, err = fill(text, list)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.file, err)
	}
	return text, nil
}

// section is a part of the page that is generated.
type section struct{ name, text string }

// pages are all documents with generated parts.
func pages() []page {
	return append(diagnosticPages(), []page{
		{file: "architecture.md", sections: houseSections},
		{file: "result-columns.md", sections: fixed(append(columnSections(columns.Files()), statusTable(score.Statuses))...)},
		{file: "plugin-reference.md", sections: fixed(section{"properties", propertyTable(contract.Properties)})},
		block("README", section{"label", parameters(experiment.LabelParams())}),
		block("experiment", section{"experiment", parameters(experiment.ExperimentParams())},
			section{"conformal", parameters(experiment.ConformalParams())}),
		block("dataset", section{"formats", formatTable(formats.All)}, section{"dataset", parameters(loader.Params())},
			section{"classes", parameters(experiment.ClassesParams())}),
		block("encoder", section{"encoders", components(encode.Components())}),
		block("learner",
			section{"limits", parameters(experiment.LimitParams())},
			section{"host", parameters(experiment.HostParams())},
			section{"tune", parameters(tuning.Params())},
			section{"halving", parameters(tuning.HalvingParams())},
			section{"learners", components(shipped.Components(contract.KindLearner))}),
		block("reduction",
			section{"obeyed", parameters(experiment.ReductionParams())},
			section{"reductions", components(pointing(shipped.Components(contract.KindReducer)))},
			section{"decoders", decoderTable(decode.Decoders)},
			section{"designs", designTable(multiclass.Designs())}),
		block("validation", section{"validation", components(fold.Components())}),
		block("metric", section{"metrics", components(metric.Components())}),
		block("table", section{"table", parameters(tables.Params())}),
		block("comparison", section{"comparison", parameters(tables.ComparisonParams())}),
		block("curve", section{"curve", parameters(tables.CurveParams())}),
		block("attributes", section{"index", attributes().table()}),
		block("executor",
			section{"cluster", parameters(experiment.ClusterParams())},
			section{"slurm", parameters(experiment.ExecutorParams(experiment.SlurmExecutor)[len(experiment.ClusterParams()):])},
			section{"resources", parameters(experiment.ResourceParams())},
			section{"batch", parameters(experiment.SystemParams())},
			section{"kubernetes", parameters(experiment.NamedParams())},
			section{"class", parameters(experiment.ClassParams(experiment.SlurmExecutor))}),
	}...)
}

// block is the page of a block of the experiment file.
func block(name string, list ...section) page {
	return page{file: "experiment-file/" + name + ".md", sections: fixed(list...)}
}

func fixed(list ...section) func() ([]section, error) {
	return func() ([]section, error) { return list, nil }
}

// fill puts sections between the comments <!-- begin NAME --> and
// <!-- end NAME --> of a page. A section without its place is an error.
func fill(page string, list []section) (string, error) {
	var errs []error
	for _, s := range list {
		begin, end := fmt.Sprintf("<!-- begin %s -->\n", s.name), fmt.Sprintf("<!-- end %s -->\n", s.name)
		before, rest, opened := strings.Cut(page, begin)
		_, after, closed := strings.Cut(rest, end)
		if !opened || !closed {
			errs = append(errs, fmt.Errorf("no %q followed by %q", strings.TrimSpace(begin), strings.TrimSpace(end)))
			continue
		}
		page = before + begin + "\n" + s.text + "\n" + end + after
	}
	return page, errors.Join(errs...)
}
