package lsp

import (
	"strings"

	"github.com/creachadair/jrpc2"

	"github.com/manyclass/bench/framework/language/syntax"
)

func (s *server) didOpen(p openParams) (any, error) {
	s.begin(s.put(p.TextDocument.URI, p.TextDocument.Text, p.TextDocument.Version))
	return nil, nil
}

func (s *server) didChange(p changeParams) (any, error) {
	uri := p.TextDocument.URI
	if s.get(uri) == nil {
		return nil, unknown(uri)
	}
	for _, change := range p.ContentChanges {
		if change.Range != nil {
			return nil, jrpc2.Errorf(codeInvalidParams, "a change of a part of a text: the server asked for whole texts")
		}
		s.put(uri, change.Text, p.TextDocument.Version)
	}
	return nil, nil
}

func (s *server) didSave(p documentParams) (any, error) {
	doc := s.get(p.TextDocument.URI)
	if doc == nil {
		return nil, unknown(p.TextDocument.URI)
	}
	s.begin(doc)
	return nil, nil
}

func (s *server) didClose(p documentParams) (any, error) {
	s.forget(p.TextDocument.URI)
	s.headers.forget(p.TextDocument.URI)
	s.remove(p.TextDocument.URI)
	return nil, nil
}

// formatting answers with the one edit that brings the text into canonical form.
func (s *server) formatting(p documentParams) (any, error) {
	doc := s.get(p.TextDocument.URI)
	if doc == nil {
		return nil, unknown(p.TextDocument.URI)
	}
	formatted, diags := syntax.Format(doc.path, []byte(doc.text))
	if diags.HasErrors() {
		return nil, jrpc2.Errorf(codeFailed, "the text cannot be formatted: %s", diags[0].Summary)
	}
	return edits(doc, string(formatted)), nil
}

// edits make another text of a document: the lines that differ, from the first to the last.
func edits(doc *document, wanted string) []textEdit {
	if doc.text == wanted {
		return []textEdit{}
	}
	start := alike(doc.text, wanted)
	end := alikeAtEnd(doc.text[start:], wanted[start:])
	return []textEdit{{
		Range:   doc.index.Range(start, len(doc.text)-end),
		NewText: wanted[start : len(wanted)-end],
	}}
}

// alike is how many bytes of whole lines two texts begin with alike.
func alike(a, b string) int {
	n := 0
	for {
		line, _, found := strings.Cut(a[n:], "\n")
		if !found || !strings.HasPrefix(b[n:], line+"\n") {
			return n
		}
		n += len(line) + 1
	}
}

// alikeAtEnd is how many bytes of whole lines two texts end with alike, but never all of one.
func alikeAtEnd(a, b string) int {
	n := 0
	for {
		from := strings.LastIndexByte(strings.TrimSuffix(a[:len(a)-n], "\n"), '\n') + 1
		line := a[from : len(a)-n]
		if from == 0 || !strings.HasSuffix(b[:len(b)-n], "\n"+line) {
			return n
		}
		n += len(line)
	}
}
