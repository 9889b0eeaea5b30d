package editing

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/framework/language/syntax"
)

// columnAttributes are attributes whose texts are names of columns, by the type of the block;
// those of types are keys.
var columnAttributes = map[string][]string{
	"dataset": {"target", "drop", "types", "split", "fold", "group", "weights"},
	"encoder": {"columns"},
}

// classAttributes are attributes whose texts are names of classes or labels, likewise.
var classAttributes = map[string][]string{
	"dataset":   {"costs", "tree"},
	"encoder":   {"prior", "priors"},
	"reduction": {"classes", "order", "tree", "columns"},
	"metric":    {"classes", "class", "positive"},
}

// referring are attributes that refer to blocks, with the kind of those.
var referring = map[string]string{
	"metric": "metric", "datasets": "dataset", "encoders": "encoder", "learners": "learner", "reductions": "reduction",
}

// values are what can be written at a place within a value.
func (p place) values() []Item {
	param, _ := p.param()
	if p.Value.Quoted {
		items := p.texts(param)
		for i, item := range items {
			quoted := syntax.Quote(item.Text)
			items[i].Text = quoted[1 : len(quoted)-1]
		}
		return items
	}
	if len(p.Value.Steps) > 0 {
		return p.below()
	}
	items := p.references(param)
	for _, text := range p.texts(param) {
		text.Text = syntax.Quote(text.Text)
		items = append(items, text)
	}
	if param.Type == "bool" {
		for _, word := range []string{"true", "false"} {
			items = append(items, Item{Label: word, Kind: ValueItem, Text: word})
		}
	}
	if p.Value.Key {
		return items
	}
	for _, root := range []string{"var", "local"} {
		for _, name := range p.declared(root) {
			items = append(items, Item{Label: root + "." + name, Kind: ReferenceItem, Text: root + "." + name})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(expression.Functions)) {
		items = append(items, Item{Label: name, Kind: FunctionItem, Detail: "function", Text: name + "("})
	}
	return items
}

// texts are the texts that the value can be, or hold.
func (p place) texts(param contract.Param) (items []Item) {
	add := func(kind Kind, detail string, texts []string) {
		for _, text := range texts {
			items = append(items, Item{Label: text, Kind: kind, Detail: detail, Text: text})
		}
	}
	block, name := p.top().Type.Text, param.Name
	switch {
	case name == "":
	case param.Type == contract.PathType || param.Type == contract.FileType:
		return p.files()
	case block == "dataset" && slices.Contains(p.Value.Keys, "target"):
		add(ColumnItem, "column", p.columns())
	case name == "types" && len(p.Value.Keys) > 0:
		add(ValueItem, "", []string{"categorical", "numeric"})
	case slices.Contains(columnAttributes[block], name):
		add(ColumnItem, "column", p.columns())
	case slices.Contains(classAttributes[block], name):
		add(ColumnItem, "class", p.classes())
	case name == "baseline" || name == "control":
		add(ReferenceItem, "method", p.methods())
	case block == "executor" && name == "match" && p.Value.Key:
		add(ValueItem, "", []string{"dataset", "encoder", "learner", "reduction"})
	case block == "executor" && name == "match" && len(p.Value.Keys) > 0:
		add(ReferenceItem, "", p.declared(p.Value.Keys[len(p.Value.Keys)-1]))
	}
	add(ValueItem, "", param.OneOf)
	return items
}

// below are the names below a word such as learner.
func (p place) below() (items []Item) {
	if len(p.Value.Steps) > 1 {
		return nil
	}
	for _, name := range p.declared(p.Value.Steps[0]) {
		items = append(items, Item{Label: name, Kind: ReferenceItem, Text: name})
	}
	return items
}

// references are those to blocks that a parameter takes.
func (p place) references(param contract.Param) (items []Item) {
	kind := referring[param.Name]
	if param.Type == contract.LearnerType || param.Type == contract.LearnersType {
		kind = string(contract.KindLearner)
	}
	if kind == "" || p.Value.Key {
		return nil
	}
	for _, name := range p.declared(kind) {
		text := expression.Reference(kind, name)
		items = append(items, Item{Label: text, Kind: ReferenceItem, Text: text})
	}
	return items
}

// declared are the names of the blocks of a kind, of variables or of local values.
func (p place) declared(kind string) (names []string) {
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, b := range p.Root.Blocks {
		switch {
		case kind == "local" && b.Type.Text == "locals":
			for _, a := range b.Attributes {
				add(a.Name.Text)
			}
		case kind == "var" && b.Type.Text == "variable":
			add(p.Given(b).Text)
		case b.Type.Text == kind:
			name := p.Given(b).Text
			if name == "" && kind == "metric" && len(b.Labels) > 0 {
				name = b.Labels[0].Text
			}
			add(name)
		}
	}
	return names
}

// mostMethods is how many combinations of learners and reductions are offered.
const mostMethods = 200

// methods are the columns that tables have by default.
func (p place) methods() (all []string) {
	for _, learner := range p.declared("learner") {
		for _, reduction := range p.declared("reduction") {
			if all = append(all, learner+"/"+reduction); len(all) == mostMethods {
				return all
			}
		}
	}
	return all
}

// columns are those of the dataset at the place, of another block those of all.
func (p place) columns() []string { return p.facts(func(f Facts) []string { return f.Columns }) }

func (p place) classes() []string { return p.facts(func(f Facts) []string { return f.Classes }) }

func (p place) facts(of func(Facts) []string) (all []string) {
	own := p.top()
	for _, b := range p.Root.Blocks {
		if b.Type.Text != "dataset" || own.Type.Text == "dataset" && b != own {
			continue
		}
		for _, name := range of(p.Facts[b.Name()]) {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// mostFiles is how many files of a folder are offered.
const mostFiles = 500

// files are those of the folder that the word names so far, with its path before them.
func (p place) files() (items []Item) {
	if p.Dir == "" {
		return nil
	}
	typed := p.Text[p.Word.Start:max(p.Word.Start, min(p.At, p.Word.End))]
	folder := typed[:strings.LastIndexByte(typed, '/')+1]
	dir := folder
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(p.Dir, folder)
	}
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries[:min(len(entries), mostFiles)] {
		name := folder + entry.Name()
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if entry.IsDir() {
			name += "/"
		}
		items = append(items, Item{Label: name, Kind: FileItem, Text: name})
	}
	return items
}

// known are the names that references of a kind can have, as they are written.
func known(f *outline.File, kind string) []string { return place{File: f}.declared(kind) }
