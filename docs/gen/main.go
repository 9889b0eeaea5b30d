// Command gen writes what follows from the source into the documents: into
// experiment-file.md the tables of attributes, from the descriptions that the
// components give of themselves, and into architecture.md the map of the packages.
// Usage: gen FILE.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/fold"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/plugins/shipped"
)

//go:generate go run . ../experiment-file.md
//go:generate go run . ../architecture.md

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: gen FILE")
	}
	page, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	current, err := renew(os.Args[1], string(page))
	if err != nil {
		log.Fatalf("%s: %v", os.Args[1], err)
	}
	if err := os.WriteFile(os.Args[1], []byte(current), 0o644); err != nil {
		log.Fatal(err)
	}
}

// renew returns a page as it should be, by the name of its file.
func renew(file, page string) (string, error) {
	list := sections()
	if filepath.Base(file) == "architecture.md" {
		var err error
		if list, err = houseSections(); err != nil {
			return "", err
		}
	}
	return fill(page, list)
}

// section is a part of the page that is generated.
type section struct{ name, text string }

func sections() []section {
	return []section{
		{"experiment", parameters(experiment.ExperimentParams())},
		{"formats", formatTable(formats.All)},
		{"dataset", parameters(loader.Params())},
		{"encoders", components(encode.Components())},
		{"limits", parameters(experiment.LimitParams())},
		{"host", parameters(experiment.HostParams())},
		{"tune", parameters(experiment.TuneParams())},
		{"learners", components(shipped.Components(contract.KindLearner))},
		{"reductions", components(shipped.Components(contract.KindReducer))},
		{"validation", components(fold.Components())},
		{"metrics", components(metric.Components())},
		{"table", parameters(experiment.TableParams())},
		{"comparison", parameters(experiment.ComparisonParams())},
		{"slurm", parameters(experiment.SlurmParams())},
		{"class", parameters(experiment.ClassParams())},
	}
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
