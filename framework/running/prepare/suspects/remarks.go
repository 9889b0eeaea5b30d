// Package suspects warns of columns and classes of a table that are probably not
// meant as they stand.
package suspects

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
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
		case IsConstant(c, t.Rows):
			s.constant = append(s.constant, c.Name)
		case declared, loader.MisreadColumn(c): // which was said
		case LooksLikeID(c):
			s.ids = append(s.ids, c.Name)
		default:
			for _, text := range MarkersOf(c, format.Missing == "") {
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

// warnings is one table of all suspects, with what to write in the dataset block.
// Constant columns are a note: they are harmless, so that a run need not repeat
// it.
func (s *suspects) warnings(instance *experiment.Instance, source source.Source) diagnostic.List {
	var diags diagnostic.List
	summary := func(what string) string { return fmt.Sprintf("Dataset %q: %s", instance.Name, what) }
	if s.constant != nil {
		diags = append(diags, instance.Diagnostic(contract.As(mistake.DoubtfulData).Notef([]any{"file"},
			summary("constant columns"),
			"%s the same value in every row that has one, from which nothing can be learned. Write drop = %s.",
			Columns(s.constant), written(source.Drop, s.constant))))
	}
	rows := s.rows(source)
	if rows == nil {
		return diags
	}
	warning := instance.Diagnostic(contract.As(mistake.DoubtfulData).Warningf([]any{"file"},
		summary("columns that may be meant otherwise"),
		"%s", s.advice()))
	warning.Table = slices.Concat([][]string{{"column", "what", "write"}}, rows)
	return append(diags, warning)
}

// rows say of the columns of each kind of suspect what is seen and what to write.
func (s *suspects) rows(source source.Source) [][]string {
	var rows [][]string
	if s.ids != nil {
		rows = append(rows, []string{named(s.ids, mostInRow), "looks like an id", "drop = " + written(source.Drop, s.ids)})
	}
	missing := source.Missing
	if missing == nil {
		missing = []string{"?", ""}
	}
	mark := func(column, text string) {
		rows = append(rows, []string{column, fmt.Sprintf("%q, maybe missing", text),
			"missing = " + written(missing, []string{text})})
	}
	for _, m := range s.markers {
		mark(named(m.columns, mostInRow), m.text)
	}
	for _, class := range s.classes {
		mark("the target", class)
	}
	return rows
}

// advice says how to choose among what the rows propose.
func (s *suspects) advice() string {
	var text string
	if s.ids != nil {
		text = "An id has another value in almost every row: what a model learns of it says nothing about new rows. "
	}
	if s.markers != nil || s.classes != nil {
		text += "List in missing all that stands for a missing value, as the file spells it. "
	}
	if s.classes != nil {
		text += "Rows whose class is missing are left out. "
	}
	return text + "If a column is meant as it stands, name its kind in types."
}

// How many columns are named.
const (
	mostColumns = 20 // in a sentence and in a list to be copied
	mostInRow   = 6  // in a row of the table
)

// Columns begins a sentence about some columns: `Columns "a" and 3 more have`.
func Columns(names []string) string {
	if len(names) == 1 {
		return fmt.Sprintf("Column %q has", names[0])
	}
	return "Columns " + named(names, mostColumns) + " have"
}

// named lists columns, of long lists the beginning.
func named(names []string, most int) string { return wording.First(wording.Quoted(names), most) }

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
