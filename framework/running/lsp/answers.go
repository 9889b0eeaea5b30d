package lsp

import (
	"maps"
	"slices"

	"github.com/creachadair/jrpc2"

	"github.com/manyclass/bench/framework/base/lines"
	"github.com/manyclass/bench/framework/language/editing"
)

// known is what answers on a document know besides its text.
func (s *server) known(doc *document) editing.Known {
	found := s.catalog(s.of(doc.uri))
	return editing.Known{Components: found.Components, Idle: found.Idle, Facts: s.facts(doc.uri), Dir: doc.dir(),
		Explain: s.Explain}
}

// facts are what is known of the datasets of a document: columns by the headers of files, the rest
// since it was saved.
func (s *server) facts(uri string) map[string]editing.Facts {
	all := map[string]editing.Facts{}
	if saved := s.of(uri); saved != nil {
		maps.Copy(all, saved.facts)
	}
	s.headers.mu.Lock()
	defer s.headers.mu.Unlock()
	for name, columns := range s.headers.of[uri] {
		known := all[name]
		known.Columns = columns
		all[name] = known
	}
	return all
}

// placed finds the document and the place of a request, in bytes.
func (s *server) placed(p positionParams) (*document, int, error) {
	doc := s.get(p.TextDocument.URI)
	if doc == nil {
		return nil, 0, unknown(p.TextDocument.URI)
	}
	return doc, doc.index.Offset(p.Position), nil
}

// itemKinds are the numbers of the protocol.
var itemKinds = map[editing.Kind]int{
	editing.BlockItem: 9, editing.TypeItem: 7, editing.AttributeItem: 10, editing.ValueItem: 12, editing.ReferenceItem: 18,
	editing.ColumnItem: 5, editing.FileItem: 17, editing.FunctionItem: 3,
}

func (s *server) completion(p positionParams) (any, error) {
	doc, at, err := s.placed(p)
	if err != nil {
		return nil, err
	}
	items, word := editing.Complete(doc.outline(), at, s.known(doc))
	place := doc.index.Range(word.Start, word.End)
	if place.Start.Line != place.End.Line { // the protocol wants one line
		place = doc.index.Range(at, at)
	}
	list := make([]completionItem, 0, len(items))
	for _, item := range items {
		one := completionItem{Label: item.Label, Kind: itemKinds[item.Kind], Detail: item.Detail,
			TextEdit: textEdit{place, item.Text}}
		if item.Doc != "" {
			one.Documentation = &markup{"markdown", item.Doc}
		}
		list = append(list, one)
	}
	return list, nil
}

func (s *server) hover(p positionParams) (any, error) {
	doc, at, err := s.placed(p)
	if err != nil {
		return nil, err
	}
	text, word := editing.Hover(doc.outline(), at, s.known(doc))
	if text == "" {
		return nil, nil
	}
	return hovered{markup{"markdown", text}, doc.index.Range(word.Start, word.End)}, nil
}

func (s *server) definition(p positionParams) (any, error) {
	doc, at, err := s.placed(p)
	if err != nil {
		return nil, err
	}
	target, ok := editing.Define(doc.outline(), at, s.known(doc))
	switch {
	case !ok:
		return nil, nil
	case target.File != "":
		return location{URI: uriOf(target.File)}, nil
	}
	return location{doc.uri, doc.index.Range(target.Word.Start, target.Word.End)}, nil
}

func (s *server) prepareRename(p positionParams) (any, error) {
	doc, at, err := s.placed(p)
	if err != nil {
		return nil, err
	}
	word, ok := editing.Renamable(doc.outline(), at)
	if !ok {
		return nil, nil
	}
	return doc.index.Range(word.Start, word.End), nil
}

func (s *server) rename(p renameParams) (any, error) {
	doc, at, err := s.placed(p.positionParams)
	if err != nil {
		return nil, err
	}
	edits, err := editing.Rename(doc.outline(), at, p.NewName)
	if err != nil {
		return nil, jrpc2.Errorf(codeFailed, "%v", err)
	}
	return doc.changed(edits...), nil
}

// changed is the answer that has some edits made.
func (d *document) changed(edits ...editing.Edit) workspaceEdit {
	made := []textEdit{}
	for _, e := range edits {
		made = append(made, textEdit{d.index.Range(e.Start, e.End), e.Text})
	}
	return workspaceEdit{map[string][]textEdit{d.uri: made}}
}

// codeAction offers what messages that the client shows at the place suggest.
func (s *server) codeAction(p codeActionParams) (any, error) {
	doc := s.get(p.TextDocument.URI)
	if doc == nil {
		return nil, unknown(p.TextDocument.URI)
	}
	actions := []codeAction{}
	for _, d := range p.Context.Diagnostics {
		if d.Source != sourceName {
			continue
		}
		edit, name, ok := editing.Fix(doc.text, d.Message, doc.index.Offset(d.Range.Start), doc.index.Offset(d.Range.End))
		if ok {
			actions = append(actions, codeAction{Title: "Change to " + name, Kind: "quickfix",
				Diagnostics: []diagnosed{d}, Edit: doc.changed(edit)})
		}
	}
	return actions, nil
}

// codeLens says above blocks how many cells and fits the experiment had when it was saved.
func (s *server) codeLens(p documentParams) (any, error) {
	doc := s.get(p.TextDocument.URI)
	if doc == nil {
		return nil, unknown(p.TextDocument.URI)
	}
	lenses := []codeLens{}
	saved := s.of(doc.uri)
	if saved == nil || saved.counts == nil {
		return lenses, nil
	}
	for _, b := range doc.outline().Root.Blocks {
		if text := saved.counts.of(b.Type.Text, b.Name()); text != "" {
			lenses = append(lenses, codeLens{doc.index.Range(b.Type.Start, b.Type.End), command{Title: text}})
		}
	}
	hasExperiment := slices.ContainsFunc(lenses, func(l codeLens) bool { return l.Command.Title == saved.counts.all })
	if !hasExperiment {
		lenses = slices.Insert(lenses, 0, codeLens{lines.Range{}, command{Title: saved.counts.all}})
	}
	return lenses, nil
}
