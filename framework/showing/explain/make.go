package explain

import (
	"io/fs"
	"reflect"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/columns"
)

// Sources are what a book is made of beside what the framework knows of itself.
type Sources struct {
	Pages      fs.FS                // the documents, as package docs holds them
	Components []contract.Component // learners and reductions of plugins
	Decoders   []Named              // values of decoding
	Designs    []Named              // values of code in the reduction ecoc
	Commands   []Named
}

// Named is a word with what it means.
type Named struct{ Name, Doc string }

// New makes the book.
func New(s Sources) (*Book, error) {
	p, err := readPages(s.Pages)
	if err != nil {
		return nil, err
	}
	b := &Book{}
	b.entries = append(b.entries, p.blocks...)
	types := slices.Concat(s.Components, encode.Components(), fold.Components(), metric.Components())
	b.types(types)
	b.decoders(s)
	b.entries = append(b.entries, p.tests...)
	for _, part := range parts() {
		for _, param := range part.params {
			b.attribute(param, part.place, blockPage(part.place), part.example(param))
		}
	}
	b.entries = append(b.entries, p.attributes...)
	for _, c := range types {
		for _, param := range c.Params {
			b.attribute(param, place(c), blockPage(string(c.Kind)), ofParam(c, param))
		}
	}
	b.codes()
	b.statuses()
	b.columns()
	b.formats()
	b.properties()
	b.values()
	for _, c := range s.Commands {
		b.entries = append(b.entries, Entry{Kind: "command", Name: c.Name, Doc: sentence(c.Doc),
			Facts: []Fact{{"Help", "bench help " + c.Name}}})
	}
	b.entries = append(b.entries, p.terms...)
	for i := range b.entries {
		b.entries[i].Example = formatted(b.entries[i].Example)
	}
	return b, nil
}

func (b *Book) types(list []contract.Component) {
	for _, c := range list {
		b.entries = append(b.entries, Entry{Kind: string(c.Kind), Name: c.Name, Doc: c.Doc, Params: c.Params,
			Example: ofType(c), Page: blockPage(string(c.Kind))})
	}
}

// decoders adds the decoders, each with the first reduction that has it, and the designs.
func (b *Book) decoders(s Sources) {
	for _, d := range s.Decoders {
		e := Entry{Kind: "decoder", Name: d.Name, Doc: sentence(d.Doc), Page: "decoders.md"}
		for _, c := range s.Components {
			has := func(p contract.Param) bool { return p.Name == "decoding" && slices.Contains(p.OneOf, d.Name) }
			if e.Example == "" && slices.ContainsFunc(c.Params, has) {
				e.Example = whole(c, written[place(c)]+"\ndecoding = \""+d.Name+"\"\n"+written["decoder."+d.Name])
			}
		}
		b.entries = append(b.entries, e)
	}
	for _, d := range s.Designs {
		c := contract.Component{Kind: contract.KindReducer, Name: "ecoc"}
		b.entries = append(b.entries, Entry{Kind: "design", Name: d.Name, Doc: sentence(d.Doc),
			Example: whole(c, "code = \""+d.Name+"\""), Page: blockPage("reduction")})
	}
}

// attribute adds an attribute of a place, to those that have the same in other places.
func (b *Book) attribute(p contract.Param, place, page, example string) {
	for i, e := range b.entries {
		if e.Param != nil && reflect.DeepEqual(*e.Param, p) && e.Page == page {
			if !slices.Contains(e.Parents, place) {
				b.entries[i].Parents = append(b.entries[i].Parents, place)
			}
			return
		}
	}
	doc, _ := StatedDefault(p)
	b.entries = append(b.entries, Entry{Kind: "attribute", Parents: []string{place}, Name: p.Name, Doc: doc, Param: &p,
		Facts: []Fact{{"Type", Values(p)}, {"Default", Initial(p)}}, Example: example, Page: page})
}

// values adds the words that attributes take and that have no other meaning.
func (b *Book) values() {
	for _, e := range slices.Clone(b.entries) {
		if e.Param == nil {
			continue
		}
		for _, word := range e.Param.OneOf {
			if !slices.ContainsFunc(b.entries, func(o Entry) bool { return o.Name == word }) {
				b.entries = append(b.entries, Entry{Kind: "value", Parents: []string{e.Name}, Name: word, Doc: e.Doc,
					Facts: []Fact{{"Attribute of", list(e.Parents)}}, Page: e.Page})
			}
		}
	}
}

// codes adds the codes of messages.
func (b *Book) codes() {
	for _, r := range mistake.Table() {
		e := Entry{Kind: "code", Name: string(r.Code), Doc: r.Title + ". " + r.Why, Facts: []Fact{{"What to do", r.Mend}},
			Wrong: Completed(r.Wrong), Example: Completed(r.Mended), Page: "diagnostics/" + string(r.Code) + ".md"}
		b.entries = append(b.entries, e)
	}
}

func (b *Book) statuses() {
	for _, s := range score.Statuses {
		b.entries = append(b.entries, Entry{Kind: "status", Name: string(s.Status), Doc: s.Doc, Page: "result-columns.md"})
	}
}

// columns adds the columns of the files of results.
func (b *Book) columns() {
	for _, file := range columns.Files() {
		for _, field := range file.Fields {
			same := func(e Entry) bool { return e.Kind == "column" && e.Name == field.Name && e.Doc == sentence(field.Doc) }
			if at := slices.IndexFunc(b.entries, same); at >= 0 {
				b.entries[at].Parents = append(b.entries[at].Parents, file.Name)
				continue
			}
			e := Entry{Kind: "column", Parents: []string{file.Name}, Name: field.Name, Doc: sentence(field.Doc),
				Facts: []Fact{{"Type", field.Kind.String()}}, Page: "result-columns.md"}
			if field.Unit != "" {
				e.Facts = append(e.Facts, Fact{"Unit", field.Unit})
			}
			b.entries = append(b.entries, e)
		}
	}
}

func (b *Book) formats() {
	for _, f := range formats.All {
		b.entries = append(b.entries, Entry{Kind: "format", Name: f.Name, Doc: f.Doc, Page: blockPage("dataset")})
	}
}

// properties adds what plugins can promise.
func (b *Book) properties() {
	for _, p := range contract.Properties {
		b.entries = append(b.entries, Entry{Kind: "property", Name: p.Name, Doc: sentence(p.Doc),
			Facts: []Fact{{"What the host does with it", p.Use}}, Page: "plugin-reference.md"})
	}
}
