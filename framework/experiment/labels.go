package experiment

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// labelReduction binds what stands in on datasets whose rows have labels if no
// reduction block is written and some plugin offers it.
func (b *binder) labelReduction() {
	if b.exp.DefaultReduction = len(b.file.of(string(contract.KindReducer))) == 0; !b.exp.DefaultReduction {
		return
	}
	offered := func(c contract.Component) bool { return c.Kind == contract.KindReducer && c.Name == labelReduction }
	if !slices.ContainsFunc(b.catalog.Components, offered) {
		return
	}
	if standIn := b.standIn(contract.KindReducer, labelReduction); standIn != nil {
		b.exp.LabelReduction = &standIn[0]
	}
}

// DependsOnData reports whether only its data can tell which reduction stands in
// for the one that is not written: the rows of the dataset may have labels.
func (e *Experiment) DependsOnData(dataset *Instance) bool {
	return e.DefaultReduction && e.LabelReduction != nil && dataset.mayHaveLabels()
}

// mayHaveLabels reports whether the rows of a dataset may have labels, as far as
// its block tells: it says so, or its file may.
func (i *Instance) mayHaveLabels() bool {
	values := i.Values()
	_, xml := values["labels_xml"]
	target, list := values["target"].([]any)
	text := func(name string) string {
		s, _ := values[name].(string)
		return s
	}
	switch {
	case xml, list && len(target) > 0, text("generate") == "multilabel":
		return true
	case text("target") != "":
		return false
	}
	format := text("format")
	if format == "" {
		name := strings.ToLower(text("file"))
		name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".bz2")
		format = strings.TrimPrefix(filepath.Ext(name), ".")
	}
	return slices.Contains([]string{"arff", "svmlight", "svm", "libsvm"}, format)
}
