package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/executor/slurm"
	"github.com/manyclass/bench/framework/running/launch"
)

// diagnose tells the client what is wrong with documents that changed, until the context ends.
// Of versions that follow each other quickly it tells that of the last.
func (s *server) diagnose(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.news:
		}
		for _, uri := range s.touched() {
			s.tell(ctx, uri)
		}
	}
}

// tell publishes the diagnostics of a document, none if it was closed.
func (s *server) tell(ctx context.Context, uri string) {
	told := publishParams{URI: uri, Diagnostics: []diagnosed{}}
	if doc := s.get(uri); doc != nil && !doc.foreign {
		told.Version = doc.version
		told.Diagnostics = append(told.Diagnostics, s.remarks(doc)...)
		if now := s.get(uri); now != nil && now != doc {
			return // it changed meanwhile, and is touched again
		}
	}
	_ = s.rpc.Notify(ctx, "textDocument/publishDiagnostics", told) // a client that is gone needs none
}

// remarks are the diagnostics of a document: those of the text as it is, and of those that need
// data or plugins what was found when it was saved, where its lines are still the same.
func (s *server) remarks(doc *document) []diagnosed {
	saved := s.of(doc.uri)
	var list []diagnosed
	diags, bound := s.typed(doc, saved)
	if bound != nil {
		s.headers.look(doc.uri, bound.Datasets)
	}
	for _, d := range diags {
		list = append(list, doc.diagnosed(d))
	}
	if saved == nil {
		return list
	}
	for _, one := range saved.still(doc) {
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// typed is what is wrong with a text, as far as that can be said without data and without
// starting plugins, and what it means; that is nil if the text cannot be read.
func (s *server) typed(doc *document, saved *saved) (diagnostic.List, *experiment.Experiment) {
	file, diags := experiment.ParseText(doc.path, []byte(doc.text), s.Vars)
	if file == nil {
		return diags, nil
	}
	catalog := s.catalog(saved)
	asked := saved != nil && saved.components != nil // the required plugins said what they offer
	catalog.Incomplete = len(file.RequiredPlugins) > 0 && !asked || file.Asks(catalog.Idle)
	bound, found := file.Bind(catalog)
	return append(diags, found...).Sorted(), bound
}

// catalog is what the file of a document can name: what bench holds, what plugins offered that
// were started when it was saved, and the names of those that were not.
func (s *server) catalog(saved *saved) experiment.Catalog {
	c := experiment.Catalog{Unfetched: true, CheckSbatch: slurm.CheckOptions}
	c.Components = slices.Concat(s.Components, launch.BuiltIn())
	if saved == nil {
		return c
	}
	c.Idle = saved.idle
	for _, offered := range saved.components {
		if !slices.ContainsFunc(c.Components, func(o contract.Component) bool {
			return o.Kind == offered.Kind && o.Name == offered.Name
		}) {
			c.Components = append(c.Components, offered)
		}
	}
	return c
}

// diagnosed is a diagnostic as the client gets it.
func (d *document) diagnosed(one diagnostic.Diagnostic) diagnosed {
	out := diagnosed{Source: sourceName, Code: string(one.Code), Message: message(one), Severity: severityError}
	switch one.Severity {
	case contract.Warning:
		out.Severity = severityWarning
	case contract.Note:
		out.Severity = severityInformation
	}
	switch {
	case one.Range == nil:
	case one.Range.File == d.path:
		out.Range = d.index.Range(one.Bytes())
	default:
		out.Message = "In " + filepath.Base(one.Range.File) + ": " + out.Message
	}
	return out
}

// message is what a diagnostic says.
func message(d diagnostic.Diagnostic) string {
	parts := []string{d.Summary}
	for _, row := range d.Table {
		parts = append(parts, strings.Join(row, "  "))
	}
	if d.Detail != "" {
		parts = append(parts, d.Detail)
	}
	return strings.Join(parts, "\n")
}
