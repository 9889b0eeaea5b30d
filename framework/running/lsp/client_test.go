package lsp

import (
	"context"
	"encoding/json"
	"io"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/plugins/shipped"
)

// patience ends a test that hangs.
const patience = 30 * time.Second

// client is an editor that speaks to a server in this process.
type client struct {
	t *testing.T
	*jrpc2.Client
	published chan publishParams
	served    chan error
}

// newClient starts a server and a client, which says initialize unless it is told not to.
func newClient(t *testing.T, initialize bool) *client {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &client{t: t, published: make(chan publishParams, 100), served: make(chan error, 1)}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	t.Cleanup(stop)
	var o Options
	for _, p := range shipped.Plugins() {
		o.Components = append(o.Components, p.Components...)
	}
	o.Launch = launch.Options{Plugins: t.TempDir(), Show: func(diagnostic.List) {}, Tell: func(string) {}}
	go func() { c.served <- Serve(ctx, toServer, fromServer, o) }()
	c.Client = jrpc2.NewClient(channel.LSP(toClient, fromClient), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var p publishParams
		if r.Method() == "textDocument/publishDiagnostics" && r.UnmarshalParams(&p) == nil {
			c.published <- p
		}
	}})
	t.Cleanup(func() { c.Close() })
	if initialize {
		c.ask("initialize", map[string]any{"capabilities": map[string]any{}}, nil)
		c.tell("initialized", map[string]any{})
	}
	return c
}

// ask sends a request and decodes the answer.
func (c *client) ask(method string, params, into any) {
	c.t.Helper()
	if err := c.try(method, params, into); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// try is ask that may fail.
func (c *client) try(method string, params, into any) error {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	answer, err := c.Call(ctx, method, params)
	if err != nil || into == nil {
		return err
	}
	return answer.UnmarshalResult(into)
}

func (c *client) tell(method string, params any) {
	c.t.Helper()
	if err := c.Notify(context.Background(), method, params); err != nil {
		c.t.Fatal(err)
	}
}

const uri = "untitled:test"

// opens opens a text, and returns what is wrong with it.
func (c *client) opens(text string) []diagnosed {
	c.t.Helper()
	c.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "bench", "version": 1, "text": text}})
	return c.remarks(1)
}

// changes replaces the text, and returns what is wrong with it then.
func (c *client) changes(text string, version int) []diagnosed {
	c.t.Helper()
	c.tell("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": []any{map[string]any{"text": text}}})
	return c.remarks(version)
}

// remarks waits for the diagnostics of a version.
func (c *client) remarks(version int) []diagnosed {
	c.t.Helper()
	for {
		select {
		case p := <-c.published:
			if p.URI == uri && p.Version == version {
				return p.Diagnostics
			}
		case <-time.After(patience):
			c.t.Fatal("no diagnostics come")
		}
	}
}

// of are the parameters of a request on the document.
func of(more map[string]any) map[string]any {
	params := map[string]any{"textDocument": map[string]any{"uri": uri}}
	for name, value := range more {
		params[name] = value
	}
	return params
}

// code is that of an error of the protocol, 0 of none.
func code(err error) int {
	if err == nil {
		return 0
	}
	return int(jrpc2.ErrorCode(err))
}

func show(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
