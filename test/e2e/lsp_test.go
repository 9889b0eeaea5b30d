package e2e

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/manyclass/bench/test/must"
)

// patience ends a conversation that hangs.
const patience = 2 * time.Minute

// editor is a client of the built bench lsp.
type editor struct {
	t *testing.T
	*jrpc2.Client
	cmd       *exec.Cmd
	published chan published
	refreshed chan bool // lenses are to be asked again
}

// published are the diagnostics of a version of a file.
type published struct {
	URI         string `json:"uri"`
	Version     int    `json:"version"`
	Diagnostics []struct {
		Range struct {
			Start, End struct{ Line, Character int }
		} `json:"range"`
		Message string `json:"message"`
	} `json:"diagnostics"`
}

// edit starts an editor, which says hello.
func (d *dir) edit() *editor {
	d.t.Helper()
	e := &editor{t: d.t, published: make(chan published, 1000), refreshed: make(chan bool, 1000), cmd: exec.Command(d.bench, "lsp")}
	e.cmd.Dir, e.cmd.Env = d.path, append(e.cmd.Environ(), "TMPDIR="+d.file("tmp"))
	in, err := e.cmd.StdinPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.pids = append(d.pids, e.cmd.Process.Pid)
	e.Client = jrpc2.NewClient(channel.LSP(out, in), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var p published
		if r.Method() == "textDocument/publishDiagnostics" && r.UnmarshalParams(&p) == nil {
			e.published <- p
		}
	}, OnCallback: func(context.Context, *jrpc2.Request) (any, error) {
		e.refreshed <- true
		return nil, nil
	}})
	e.ask("initialize", map[string]any{"capabilities": map[string]any{"workspace": map[string]any{
		"codeLens": map[string]any{"refreshSupport": true}}}}, nil)
	e.tell("initialized", map[string]any{})
	return e
}

func (e *editor) ask(method string, params, into any) {
	e.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	answer, err := e.Call(ctx, method, params)
	if err == nil && into != nil {
		err = answer.UnmarshalResult(into)
	}
	if err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) tell(method string, params any) {
	e.t.Helper()
	if err := e.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// open opens a file of the directory with a text, which may be another than its own.
func (e *editor) open(uri, text string) {
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "bench", "version": 1, "text": text}})
}

func (e *editor) change(uri, text string, version int) {
	e.tell("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": []any{map[string]any{"text": text}}})
}

// until waits for diagnostics of a version whose messages hold some texts and nothing else.
func (e *editor) until(version int, texts ...string) published {
	e.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	var last published
	for {
		select {
		case last = <-e.published:
			if last.Version == version && last.say(texts) {
				return last
			}
		case <-ctx.Done():
			e.t.Fatalf("the last diagnostics are %+v, want %q", last, texts)
		}
	}
}

// say reports whether the messages, in order, hold the texts.
func (p published) say(texts []string) bool {
	if len(p.Diagnostics) != len(texts) {
		return false
	}
	for i, d := range p.Diagnostics {
		if !strings.Contains(d.Message, texts[i]) {
			return false
		}
	}
	return true
}

// leave ends the editor and the server.
func (e *editor) leave() {
	e.t.Helper()
	e.ask("shutdown", nil, nil)
	e.tell("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		e.t.Errorf("bench lsp: %v", err)
	}
}

// A file of mistakes: those of the text come at once, also of what was not saved, those of the
// data and of plugins when the file is opened and saved.
func TestLanguageServer(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("table.csv", "я,class\n1,x\n2,y\n3,x\n4,y\n5,x\n6,y\n7,x\n8,y\n")
	text := "dataset \"d\" {\n  file   = \"table.csv\"\n  target = \"clas\"\n}\n\nlearner \"logreg\" \"lr\" { C = 1 }\n" +
		"validation { folds = 2 }\n"
	d.write("e.hcl", text)
	e := d.edit()
	uri := "file://" + d.file("e.hcl")
	e.open(uri, text)
	found := e.until(1, `Did you mean "class"?`)
	if at := found.Diagnostics[0].Range; at.Start.Line != 2 || at.Start.Character != 11 || at.End.Character != 17 {
		t.Errorf("the place is %+v", at)
	}
	wrong := "# я\n" + must.Replace(text, "C = 1", "CC = 1")
	e.change(uri, wrong, 2) // it is not saved
	found = e.until(2, `Unknown attribute "CC"`, `Did you mean "class"?`)
	if at := found.Diagnostics[1].Range.Start; at.Line != 3 {
		t.Errorf("the mistake in the data is on line %d now", at.Line)
	}
	fixed := must.Replace(text, `"clas"`, `"class"`)
	e.change(uri, fixed, 3)
	e.until(3)
	<-e.refreshed
	d.write("e.hcl", must.Replace(fixed, "folds = 2", "folds = 6"))
	e.change(uri, d.read("e.hcl"), 4)
	e.tell("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
	e.until(4, "folds")
	<-e.refreshed
	d.write("e.hcl", fixed)
	e.change(uri, fixed, 5)
	e.tell("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
	<-e.refreshed
	e.looks(uri)
	e.leave()
}

// looks asks what an editor shows of a file that was saved: sizes, columns and classes of its data,
// and the documents' words.
func (e *editor) looks(uri string) {
	e.t.Helper()
	document := map[string]any{"uri": uri}
	var lenses []struct{ Command struct{ Title string } }
	e.ask("textDocument/codeLens", map[string]any{"textDocument": document}, &lenses)
	var titles []string
	for _, l := range lenses {
		titles = append(titles, l.Command.Title)
	}
	if got, want := strings.Join(titles, "; "), "2 cells, 2 fits; 8 rows, 1 feature column, 2 classes, 2 cells; 2 cells"; got != want {
		e.t.Errorf("lenses %q, want %q", got, want)
	}
	at := func(line, character int) map[string]any {
		return map[string]any{"textDocument": document, "position": map[string]any{"line": line, "character": character}}
	}
	var items []struct{ Label string }
	e.ask("textDocument/completion", at(2, 12), &items)
	if len(items) != 2 || items[0].Label != "я" || items[1].Label != "class" {
		e.t.Errorf("the columns are %v", items)
	}
	var hover struct{ Contents struct{ Value string } }
	e.ask("textDocument/hover", at(5, 12), &hover)
	if !strings.Contains(strings.ToLower(hover.Contents.Value), "logistic") {
		e.t.Errorf("logreg is %q", hover.Contents.Value)
	}
	var place struct{ URI string }
	e.ask("textDocument/definition", at(1, 14), &place)
	if !strings.HasSuffix(place.URI, "/table.csv") {
		e.t.Errorf("the data are at %q", place.URI)
	}
}
