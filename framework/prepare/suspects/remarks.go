// Package suspects warns of columns and classes of a table that are probably not
// meant as they stand.
package suspects

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// Remarks warns of columns and classes of a file that are probably not meant as
// they stand, and says what to do. What types names has been looked at: only a
// constant column is worth a word then. Generated data and svmlight files, whose
// features have no names to write into a dataset block, are taken as they are.
func Remarks(instance *experiment.Instance, source source.Source, t *data.Table) diagnostic.List {
	format := formats.Of(source)
	if source.Generate != "" || format.Target != "" {
		return nil
	}
	var s suspects
	for i := range t.Columns {
		c := &t.Columns[i]
		_, declared := source.Types[c.Name]
		switch {
		case isConstant(c, t.Rows):
			s.constant = append(s.constant, c.Name)
		case declared, loader.MisreadColumn(c): // which was said
		case looksLikeID(c):
			s.ids = append(s.ids, c.Name)
		default:
			for _, text := range markersOf(c, format.Missing == "") {
				s.mark(text, c.Name)
			}
		}
	}
	if _, declared := source.Types[string(source.Target)]; !declared {
		for _, class := range t.Target.Names {
			if isMarker(class) {
				s.classes = append(s.classes, class)
			}
		}
	}
	return s.warnings(instance, source)
}

// suspects are what is probably not meant as it stands.
type suspects struct {
	constant, ids []string // columns
	classes       []string
	markers       []marker
}

// marker is a text that looks like a missing value, with the columns that hold
// it.
type marker struct {
	text    string
	columns []string
}

func (s *suspects) mark(text, column string) {
	at := slices.IndexFunc(s.markers, func(m marker) bool { return m.text == text })
	if at < 0 {
		at = len(s.markers)
		s.markers = append(s.markers, marker{text: text})
	}
	s.markers[at].columns = append(s.markers[at].columns, column)
}

// missing lists the texts that may stand for a missing value.
func (s *suspects) missing() []string {
	texts := lists.Map(s.markers, func(m marker) string { return m.text })
	for _, class := range s.classes {
		if !slices.Contains(texts, class) {
			texts = append(texts, class)
		}
	}
	return texts
}

// warnings says what to do about each kind of suspect.
func (s *suspects) warnings(instance *experiment.Instance, source source.Source) diagnostic.List {
	var diags diagnostic.List
	summary := func(what string) string { return fmt.Sprintf("Dataset %q: %s", instance.Name, what) }
	warn := func(path, what, text string, args ...any) {
		diags = append(diags, instance.Diagnostic(contract.Warningf([]any{path}, summary(what), text, args...)))
	}
	if s.constant != nil { // harmless, so that a run need not repeat it
		diags = append(diags, instance.Diagnostic(contract.Notef([]any{"file"}, summary("constant columns"),
			"%s the same value in every row that has one, from which nothing can be learned. Write drop = %s.",
			columns(s.constant, "has", "have"), written(source.Drop, s.constant))))
	}
	if s.ids != nil {
		warn("file", "columns that look like ids", "%s a value of its own in almost every row: what a model learns of it "+
			"says nothing about new rows. Write drop = %s, or name the kind in types if it is a feature.",
			columns(s.ids, "has", "have each"), written(source.Drop, s.ids))
	}
	missing := source.Missing
	if missing == nil {
		missing = []string{"?", ""}
	}
	for _, m := range s.markers {
		warn("file", "values that look like missing", "%s the value %q, which often stands for a missing one. If it "+
			"does, write missing = %s, as the file spells it; else name the kind in types.",
			columns(m.columns, "has", "have"), m.text, written(missing, s.missing()))
	}
	for _, class := range s.classes {
		warn("target", "a class that looks like missing", "The target has the class %q. If that stands for a missing "+
			"one, write missing = %s, which leaves its rows out; else name the kind of the target in types.",
			class, written(missing, s.missing()))
	}
	return diags
}

// mostColumns is how many columns a warning names.
const mostColumns = 20

// columns begins a sentence about some columns: `Columns "a" and 3 more have`.
func columns(names []string, one, several string) string {
	if len(names) == 1 {
		return fmt.Sprintf("Column %q %s", names[0], one)
	}
	return "Columns " + wording.First(wording.Quoted(names), mostColumns) + " " + several
}

// written is a list as the dataset block would have it: what it has already and
// what is to be added. Of long lists it is the beginning.
func written(has, more []string) string {
	all := slices.Concat(has, more)
	list := strings.Join(wording.Quoted(all[:min(len(all), mostColumns)]), ", ")
	if len(all) > mostColumns {
		list += ", …"
	}
	return "[" + list + "]"
}
