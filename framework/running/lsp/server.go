// Package lsp speaks the Language Server Protocol: it tells an editor what is wrong with the
// experiment files that are open in it, as they are there, and answers what it asks of them.
// What an answer says is found by the packages of language; here are the connection, the
// texts of the editor, and what is known of an experiment since it was saved.
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/creachadair/jrpc2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/running/launch"
)

// Options say how a server works.
type Options struct {
	Version string // of bench
	// Components are those of the plugins that bench holds: they check themselves, without a
	// process, while the user types.
	Components []contract.Component
	Launch     launch.Options // how a file is opened that was saved
	Vars       map[string]string
	// Explain says what the documents say of a word; see editing.Known. It may be nil.
	Explain func(kind, parent, name string) string
}

// server answers one client.
type server struct {
	Options
	documents
	headers *headers
	ended   chan bool // gets what exit says: whether shutdown came before

	mu     sync.Mutex
	state  state
	lenses bool // the client asks for lenses again if it is told to
	rpc    *jrpc2.Server
	*checks
}

// state is how far the conversation is.
type state int

const (
	started state = iota
	running
	shutDown
)

// taking decodes the parameters of a request.
func taking[P any](answer func(P) (any, error)) func(*jrpc2.Request) (any, error) {
	return func(r *jrpc2.Request) (any, error) {
		var p P
		if err := r.UnmarshalParams(&p); err != nil {
			return nil, jrpc2.Errorf(codeInvalidParams, "the parameters of %s cannot be read: %v", r.Method(), err)
		}
		return answer(p)
	}
}

// guarded refuses what comes before initialize or after shutdown, and makes an error of a
// mistake of bench, so that the texts of the editor are not lost with the server.
func (s *server) guarded(answer func(*jrpc2.Request) (any, error)) jrpc2.Handler {
	return func(_ context.Context, r *jrpc2.Request) (result any, err error) {
		defer func() {
			if found := recover(); found != nil {
				result, err = nil, jrpc2.Errorf(codeInternal, "a mistake of bench at %s: %v", r.Method(), found)
			}
		}()
		s.mu.Lock()
		now := s.state
		s.mu.Unlock()
		switch {
		case now == started && r.Method() != "initialize":
			return nil, jrpc2.Errorf(codeNotInitialized, "%s comes before initialize", r.Method())
		case now == shutDown:
			return nil, jrpc2.Errorf(codeInvalidRequest, "%s comes after shutdown", r.Method())
		case now == running && r.Method() == "initialize":
			return nil, jrpc2.Errorf(codeInvalidRequest, "initialize comes a second time")
		}
		if result, err = answer(r); result == nil && err == nil {
			result = json.RawMessage("null")
		}
		return result, err
	}
}

func (s *server) initialize(p initializeParams) (any, error) {
	s.mu.Lock()
	s.state, s.lenses = running, p.Capabilities.Workspace.CodeLens.RefreshSupport
	s.mu.Unlock()
	var answer initialized
	answer.ServerInfo.Name, answer.ServerInfo.Version = "bench", s.Version
	answer.Capabilities = capabilities{
		PositionEncoding:   "utf-16",
		TextDocumentSync:   syncOptions{OpenClose: true, Change: 1, Save: true},
		DocumentFormatting: true,
		Completion:         completionOptions{[]string{`"`, ".", "/"}},
		Hover:              true,
		Definition:         true,
		Rename:             renameOptions{PrepareProvider: true},
		CodeAction:         true,
	}
	return answer, nil
}

func (s *server) shutdown(*jrpc2.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = shutDown
	return nil, nil
}

func (s *server) exit() (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.ended <- s.state == shutDown:
	default:
	}
	return nil, nil
}

// unknown is the error of a document that is not open.
func unknown(uri string) error {
	return jrpc2.Errorf(codeInvalidParams, "%s", fmt.Sprintf("%.200q is not open", uri))
}
