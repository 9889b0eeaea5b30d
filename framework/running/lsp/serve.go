package lsp

import (
	"context"
	"errors"
	"io"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"
)

// Serve answers a client until it says exit, or the connection ends. An error means that the
// client did not say goodbye.
func Serve(ctx context.Context, in io.Reader, out io.WriteCloser, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	s := &server{Options: o, documents: newDocuments(), headers: newHeaders(), ended: make(chan bool, 1)}
	s.checks = newChecks(ctx, s.check, func(uri string) {
		s.touch(uri)
		s.going.Go(func() { s.refreshLenses(ctx) })
	})
	s.rpc = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true})
	defer s.wait()
	defer stop()
	go s.diagnose(ctx)
	s.rpc.Start(newFrames(in, out))
	lost := make(chan error, 1)
	go func() { lost <- s.rpc.Wait() }()
	select {
	case err := <-lost:
		return err
	case polite := <-s.ended:
		if !polite {
			return errors.New("the editor left without saying shutdown")
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// methods are what a client can ask for.
func (s *server) methods() handler.Map {
	return handler.Map{
		"initialize":              s.guarded(taking(s.initialize)),
		"initialized":             s.guarded(func(*jrpc2.Request) (any, error) { return nil, nil }),
		"shutdown":                s.guarded(s.shutdown),
		"exit":                    func(context.Context, *jrpc2.Request) (any, error) { return s.exit() },
		"textDocument/didOpen":    s.guarded(taking(s.didOpen)),
		"textDocument/didChange":  s.guarded(taking(s.didChange)),
		"textDocument/didSave":    s.guarded(taking(s.didSave)),
		"textDocument/didClose":   s.guarded(taking(s.didClose)),
		"textDocument/formatting": s.guarded(taking(s.formatting)),

		"textDocument/completion":    s.guarded(taking(s.completion)),
		"textDocument/hover":         s.guarded(taking(s.hover)),
		"textDocument/definition":    s.guarded(taking(s.definition)),
		"textDocument/prepareRename": s.guarded(taking(s.prepareRename)),
		"textDocument/rename":        s.guarded(taking(s.rename)),
		"textDocument/codeAction":    s.guarded(taking(s.codeAction)),
		"textDocument/codeLens":      s.guarded(taking(s.codeLens)),
	}
}
