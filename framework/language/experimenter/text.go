package experimenter

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/arff"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/syntax"
)

// Target says for what the experiment file is written.
type Target struct {
	Name   string // of the experiment
	Setup  string // path of the setup
	Folder string // where the experiment file will be; paths of data are relative to it
	WEKA   bool   // classifiers stay those of WEKA, by its pack
}

// Text is the experiment file, in canonical form, and how many classifiers are only comments there.
func (s *Setup) Text(for_ Target) (content []byte, left int, diags diagnostic.List) {
	var t text
	t.remark("Imported from %s, a setup of WEKA's Experimenter: %s of %s, %s on %s.", filepath.Base(for_.Setup),
		wording.Count(s.Runs, "run"), s.division(), wording.Count(len(s.Classifiers), "classifier"),
		wording.Count(len(s.Datasets), "dataset"))
	if s.Notes != "" {
		t.remark("Its notes: %s", wording.Cut(wording.Line(s.Notes), 1000))
	}
	if s.Output != "" {
		t.remark("WEKA writes its results to %s; bench import reads them, too.", s.Output)
	}
	for _, remark := range s.remarks {
		t.remark("%s", remark)
	}
	t.line("\nexperiment %s {\n  seed = 1\n}\n", syntax.Quote(identifier(for_.Name)))
	c := &choice{taken: map[string]bool{}}
	c.with, c.without = s.datasets(&t, for_)
	for _, classifier := range s.Classifiers {
		c.add(classifier, for_.WEKA)
	}
	c.write(&t)
	s.validation(&t)
	c.table(&t)
	content, diags = syntax.Format(for_.Name+".hcl", []byte(t.String()))
	return content, c.left, diags
}

// division says how the data are divided.
func (s *Setup) division() string {
	if s.Folds > 0 {
		return fmt.Sprintf("%d-fold cross-validation", s.Folds)
	}
	return fmt.Sprintf("a split with %g %% of the rows for training", s.Percent)
}

// datasets writes the blocks of the datasets, and returns the names of those with categories and of the others.
func (s *Setup) datasets(t *text, for_ Target) (with, without []string) {
	if len(s.Datasets) == 0 {
		t.remark("The setup names no datasets. Write a block for each: dataset \"iris\" { file = \"iris.arff\" }")
	}
	taken := map[string]bool{}
	for _, written := range s.Datasets {
		base := filepath.Base(strings.ReplaceAll(written, `\`, "/"))
		stem, _, _ := strings.Cut(base, ".")
		name := unique(identifier(stem), taken)
		path, at := located(written, for_)
		if at == "" {
			t.remark("%s was not found: correct the path.", wording.Cut(written, 200))
		}
		t.line("dataset %s {\n  file = %s", syntax.Quote(name), syntax.Quote(path))
		if !isARFF(base) {
			t.line("  # WEKA takes the last column as the class: target = \"NAME\" names it")
		}
		t.line("}")
		if isARFF(base) && at != "" && hasCategories(at) {
			with = append(with, name)
		} else {
			without = append(without, name)
		}
	}
	t.line("")
	return with, without
}

func isARFF(path string) bool {
	lower := strings.ToLower(path)
	return strings.HasSuffix(lower, ".arff") || strings.HasSuffix(lower, ".arff.gz")
}

// hasCategories reports whether a file in WEKA's format has a nominal attribute besides the last one.
func hasCategories(path string) bool {
	in, err := arff.Open(path, source.Source{File: path})
	return err == nil && slices.ContainsFunc(in.Attrs[:max(0, len(in.Attrs)-1)], func(a collect.Attribute) bool {
		return a.Declared == collect.DeclaredNominal
	})
}

// located is the path of a dataset for the experiment file, and where it is, "" if it was not found: the setup
// says it from the folder where WEKA runs, which may be this one or that of the setup.
func located(written string, for_ Target) (path, at string) {
	written = strings.ReplaceAll(written, `\`, "/")
	for _, from := range []string{"", filepath.Dir(for_.Setup)} {
		path := written
		if !filepath.IsAbs(path) {
			path = filepath.Join(from, path)
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		whole, err := filepath.Abs(path)
		if err != nil {
			continue
		}
		if relative, err := filepath.Rel(for_.Folder, whole); err == nil {
			return filepath.ToSlash(relative), whole
		}
		return filepath.ToSlash(whole), whole
	}
	return written, ""
}

func (s *Setup) validation(t *text) {
	if s.FirstRun > 1 {
		t.remark("The setup begins with run %d; bench numbers repeats from 0, and its folds are not those of "+
			"WEKA.", s.FirstRun)
	}
	if s.Folds > 0 {
		t.line("validation {\n  method = \"stratified_kfold\"\n  folds = %d\n  repeats = %d\n}\n", s.Folds, s.Runs)
		return
	}
	if s.Ordered {
		t.remark("The setup trains on the first rows of the file and tests the last ones. Write test_rows = N into " +
			"each dataset, and validation { method = \"predefined\" }, for the same parts; below rows are drawn.")
	}
	t.line("validation {\n  method = \"holdout\"\n  test = %s # of %g %% for training\n  stratify = false\n  "+
		"repeats = %d\n}\n",
		decimal((100-s.Percent)/100), s.Percent, s.Runs)
}

// decimal writes a share without the last digits, which are of rounding.
func decimal(share float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.8f", share), "0"), ".")
}
