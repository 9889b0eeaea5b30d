package lsp

import (
	"context"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/running/launch"
)

// check does with the file of a document what bench validate does.
func (s *server) check(ctx context.Context, doc *document) *saved {
	found := &saved{text: doc}
	var diags diagnostic.List
	o := s.Launch
	o.Show = func(list diagnostic.List) { diags = append(diags, list...) }
	o.Tell, o.Watch = func(string) {}, nil
	session := &launch.Session{Options: o, Source: launch.Source{Vars: s.Vars}}
	defer session.Close()
	err := session.Open(ctx, doc.path)
	if session.Pool != nil {
		found.components = session.Pool.Components()
	}
	for _, pkg := range session.Idle {
		found.idle = append(found.idle, pkg.Offered...)
	}
	if err == nil {
		p, err := session.Prepare(ctx, false)
		if err == nil {
			found.counts, found.facts = count(p), factsOf(p)
		}
		diags = append(diags, session.Warnings...)
	}
	if session.File == nil || string(session.File.Bytes()) != doc.text {
		return found // the remarks are on another text
	}
	known := map[diagnosed]bool{}
	typed, _ := s.typed(doc, found)
	for _, d := range typed {
		known[doc.diagnosed(d)] = true
	}
	for _, d := range diags.Sorted() {
		if one := doc.diagnosed(d); !known[one] {
			found.remarks = append(found.remarks, one)
		}
	}
	return found
}

// refreshLenses has the client ask for lenses again, if it can.
func (s *server) refreshLenses(ctx context.Context) {
	s.mu.Lock()
	asks := s.lenses
	s.mu.Unlock()
	if asks {
		_, _ = s.rpc.Callback(ctx, "workspace/codeLens/refresh", nil) // a client that is gone needs none
	}
}
