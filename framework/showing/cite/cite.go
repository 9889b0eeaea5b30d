// Package cite lists what a paper cites for the results of a plan, as BibTeX: bench, the
// publications that components and tests declare, and the data. It knows no publication
// itself and invents none.
package cite

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/compare"
)

// Bench is the entry of bench itself, of a version, as CITATION.cff has it.
func Bench(version string) contract.Source {
	return contract.Source{Key: "bench", Type: "misc", Fields: map[string]string{
		"author": "{The bench authors}",
		"title": "bench: A plugin-based experiment framework for multiclass classification " +
			"by reduction to binary problems",
		"howpublished": "Software, version " + version + ", \\url{https://github.com/manyclass/bench}",
	}}
}

// List is what is cited.
type List struct {
	entries grouped.By[string, entry]
	without []string // what declares no source
}

// entry is a source with what it is cited for.
type entry struct {
	contract.Source
	of []string
}

// Of lists what the results of a plan cite, given the version of bench and the names of the
// tests that were made.
func Of(p *plan.Plan, version string, tests []string) *List {
	l := &List{}
	l.add("bench", []contract.Source{Bench(version)})
	for _, part := range used(p) {
		l.add(string(part.Kind)+" "+part.Type, part.Sources)
	}
	for _, test := range tests {
		if sources := compare.Sources(test); sources != nil {
			l.add("test "+test, sources)
		}
	}
	l.addData(p)
	return l
}

// cited are the kinds of components that are cited, in this order.
var cited = []contract.Kind{contract.KindLearner, contract.KindReducer, contract.KindEncoder, contract.KindMetric}

// used are the parts of the cited kinds, sorted.
func used(p *plan.Plan) []plan.Part {
	var list []plan.Part
	for _, hash := range slices.Sorted(maps.Keys(p.Parts)) {
		if slices.Contains(cited, p.Parts[hash].Kind) {
			list = append(list, p.Parts[hash])
		}
	}
	slices.SortStableFunc(list, func(a, b plan.Part) int {
		return cmp.Or(cmp.Compare(slices.Index(cited, a.Kind), slices.Index(cited, b.Kind)), strings.Compare(a.Type, b.Type))
	})
	return list
}

// add notes the sources of something that was used.
func (l *List) add(of string, sources []contract.Source) {
	if len(sources) == 0 && !slices.Contains(l.without, of) {
		l.without = append(l.without, of)
	}
	for _, s := range sources {
		e := l.entries.At(s.Key)
		e.Source = s
		if !slices.Contains(e.of, of) {
			e.of = append(e.of, of)
		}
	}
}

// addData notes the data, of which nothing but files and digests is known.
func (l *List) addData(p *plan.Plan) {
	for _, d := range p.Datasets {
		i := slices.IndexFunc(p.Cells, func(c plan.Cell) bool { return c.Dataset == d.Name })
		if i < 0 {
			continue
		}
		part := p.Parts[p.Identities[p.Cells[i].Identity].Dataset]
		if d.Origin != nil {
			l.add("dataset "+d.Name, []contract.Source{origin(*d.Origin, part.Content)})
			continue
		}
		var config map[string]any
		file := ""
		if part.Config.Decode(&config) == nil {
			file, _ = config["file"].(string)
		}
		if file == "" {
			l.without = append(l.without, "dataset "+d.Name)
			continue
		}
		l.add("dataset "+d.Name, []contract.Source{{Key: "data:" + key(d.Name), Type: "misc", Fields: map[string]string{
			"title": "Data set " + Plain(d.Name), "howpublished": "File " + Plain(file),
			"note": "SHA-256 of the table " + part.Content}}})
	}
}

// Keys are those of the sources of something, as comments of the list call it: "learner svm"; nil without any.
func (l *List) Keys(of string) []string {
	var keys []string
	for _, e := range l.entries.All() {
		if slices.Contains(e.of, of) {
			keys = append(keys, e.Key)
		}
	}
	return keys
}

// Sources are those of some keys, in their order.
func (l *List) Sources(keys []string) []contract.Source {
	return lists.Map(keys, func(key string) contract.Source { return l.entries.At(key).Source })
}

// Data lists the sources of the datasets whose rows have a name; nil if none has.
func Data(p *plan.Plan) *List {
	l := &List{}
	named := false
	for _, d := range p.Datasets {
		if d.Origin != nil {
			l.add("dataset "+d.Name, []contract.Source{origin(*d.Origin, d.Content)})
			named = true
		}
	}
	if !named {
		return nil
	}
	return l
}

// Bibliography are the entries of bench, of a version, and of the data, as BibTeX.
func Bibliography(p *plan.Plan, version string) []string {
	l := &List{}
	l.add("bench", []contract.Source{Bench(version)})
	l.addData(p)
	var entries []string
	for _, e := range l.entries.All() {
		entries = append(entries, BibTeX(e.Source))
	}
	return entries
}

// origin is what a server says of rows, as a source.
func origin(o named.Origin, digest string) contract.Source {
	fields := map[string]string{"title": "Data set " + Plain(cmp.Or(o.Name, o.ID)),
		"howpublished": "\\url{" + o.Page + "}"}
	note := []string{}
	for _, of := range []struct{ what, text string }{{"version ", o.Version}, {"licence ", o.Licence},
		{"cite as ", o.Citation}} {
		if of.text != "" {
			note = append(note, of.what+Plain(strings.Join(strings.Fields(of.text), " ")))
		}
	}
	fields["note"] = strings.Join(append(note, "SHA-256 of the table "+digest), "; ")
	if len(o.Creators) > 0 {
		fields["author"] = strings.Join(lists.Map(o.Creators, func(c string) string { return "{" + Plain(c) + "}" }), " and ")
	}
	return contract.Source{Key: "data:" + key(o.Kind+"-"+o.ID), Type: "misc", Fields: fields}
}

// Write writes the entries, each with what it is cited for, and what has none.
func (l *List) Write(w io.Writer) error {
	var b strings.Builder
	for _, e := range l.entries.All() {
		fmt.Fprintf(&b, "%% %s\n%s\n", strings.Join(e.of, "; "), BibTeX(e.Source))
	}
	if len(l.without) > 0 {
		fmt.Fprintf(&b, "%% no source is known for: %s\n", strings.Join(l.without, "; "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
