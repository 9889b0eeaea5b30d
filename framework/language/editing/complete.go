package editing

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/framework/language/schema"
)

// Complete lists what can be written at a place of a text, in bytes, and the word that it
// takes the place of.
func Complete(f *outline.File, offset int, k Known) ([]Item, outline.Word) {
	p := at(f, offset, k)
	switch p.Place {
	case outline.Statement:
		return p.statements(p.Cursor.Block), p.Word
	case outline.Name:
		body := p.Cursor.Block
		if p.Attribute == nil {
			body = body.Around
		}
		return p.names(body), p.Word
	case outline.Label:
		return p.types(), p.Word
	case outline.Value:
		return p.values(), p.Word
	}
	return nil, p.Word
}

// statements are the attributes and blocks that can begin in a body, with what follows the name.
func (p place) statements(body *outline.Block) []Item {
	items := p.names(body)
	for i, item := range items {
		switch {
		case item.Kind == AttributeItem:
			items[i].Text += " = "
		case item.Kind == BlockItem:
			labels, top := experiment.LabelsOf(item.Label)
			if body.Around == nil || item.Label == "class" && !top {
				if item.Label == "class" {
					labels = []string{"name"}
				}
				items[i].Text += strings.Repeat(` ""`, len(labels))
			}
			items[i].Text += " {\n}"
		}
	}
	return items
}

// names are the attributes of a body that are not written yet, and the blocks within it.
func (p place) names(body *outline.Block) []Item {
	var items []Item
	takes := schema.Of(p.File, body, p.Components)
	for _, param := range takes.Params {
		if a := body.Attribute(param.Name); a != nil && a != p.Attribute {
			continue
		}
		items = append(items, Item{Label: param.Name, Kind: AttributeItem, Detail: signature(param), Doc: plain(param.Doc),
			Text: param.Name})
	}
	for _, name := range takes.Blocks {
		items = append(items, Item{Label: name, Kind: BlockItem, Detail: "block", Doc: schema.Docs[name], Text: name})
	}
	return items
}

// types are those that the first label of a block can name.
func (p place) types() []Item {
	b := p.Cursor.Block
	labels, _ := experiment.LabelsOf(b.Type.Text)
	if p.Cursor.Label != 0 || len(labels) == 0 || labels[0] != "type" {
		return nil
	}
	var items []Item
	if b.Type.Text == "executor" {
		for _, name := range experiment.ExecutorTypes() {
			items = append(items, Item{Label: name, Kind: TypeItem, Text: name})
		}
		return items
	}
	for _, c := range slices.Concat(p.Components, p.Idle) {
		if string(c.Kind) == b.Type.Text {
			items = append(items, Item{Label: c.Name, Kind: TypeItem, Detail: wording.FirstLine(firstSentence(plain(c.Doc))),
				Doc: plain(c.Doc), Text: c.Name})
		}
	}
	return items
}
