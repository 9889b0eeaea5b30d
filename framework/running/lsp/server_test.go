package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lines"

	"github.com/manyclass/bench/test/must"
)

const sound = `dataset "b" { generate = "blobs" }

learner "logreg" "lr" { C = 1 }
`

func TestDiagnosticsWhileTyping(t *testing.T) {
	c := newClient(t, true)
	if got := c.opens(sound); len(got) != 0 {
		t.Errorf("a sound file has %s", show(t, got))
	}
	got := c.changes(must.Replace(sound, "{ C = 1 }", "{\n  # 🙂 я\n  CC = 1\n}"), 2)
	if len(got) != 1 || got[0].Range != (lines.Range{Start: lines.Position{Line: 4, Character: 2},
		End: lines.Position{Line: 4, Character: 4}}) || got[0].Severity != severityError ||
		got[0].Code != "F007" ||
		!strings.HasPrefix(got[0].Message, "Unknown attribute \"CC\"\n") {
		t.Errorf("got %s", show(t, got))
	}
	got = c.changes(sound+"\nlearner \"lda\" \"🙂🙂\" { x = \"я\" }\n", 3)
	if len(got) != 1 || got[0].Range.Start != (lines.Position{Line: 4, Character: 23}) {
		t.Errorf("behind two emojis: %s", show(t, got))
	}
	if got := c.changes(sound+"table {", 4); len(got) == 0 {
		t.Error("a text that is not HCL has no error")
	}
	if got := c.changes(sound, 5); len(got) != 0 {
		t.Errorf("the mistakes were undone: %s", show(t, got))
	}
}

func TestClosedDocumentsHaveNoDiagnostics(t *testing.T) {
	c := newClient(t, true)
	if len(c.opens("nonsense")) == 0 {
		t.Fatal("nonsense is an experiment")
	}
	c.tell("textDocument/didClose", of(nil))
	if got := c.remarks(0); len(got) != 0 {
		t.Errorf("got %s", show(t, got))
	}
}

// A lock file and a manifest are HCL, and no mistakes in experiments.
func TestOtherFilesHaveNoDiagnostics(t *testing.T) {
	s := &server{documents: newDocuments()}
	for name, want := range map[string]bool{"bench.lock.hcl": true, "plugin.hcl": true, "e.hcl": false} {
		if got := s.put("file:///x/"+name, "plugin \"x\" {}", 1).foreign; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestFormatting(t *testing.T) {
	c := newClient(t, true)
	text := "# я\nlearner \"lda\" \"🙂\" {\nlabel=\"x\"\n  }\n\n# end\n"
	c.opens(text)
	var got []textEdit
	c.ask("textDocument/formatting", of(nil), &got)
	want := []textEdit{{Range: lines.Range{Start: lines.Position{Line: 2}, End: lines.Position{Line: 4}},
		NewText: "  label = \"x\"\n}\n"}}
	if show(t, got) != show(t, want) {
		t.Errorf("got %s, want %s", show(t, got), show(t, want))
	}
	c.changes("learner {", 2)
	if err := c.try("textDocument/formatting", of(nil), nil); code(err) != codeFailed {
		t.Errorf("a broken text: %v", err)
	}
}

func TestEdits(t *testing.T) {
	for _, test := range [][2]string{{"", ""}, {"a", "b"}, {"a\nb\nc\n", "a\nB\nc\n"}, {"a\n\n\nb\n", "a\n\nb\n"}, {"x\na", "a"},
		{"a\na\na\n", "a\na\n"}, {"a\nb", "a\nb\n"}, {"", "a\n"}, {"a\n", ""}} {
		s := newDocuments()
		doc := s.put(uri, test[0], 1)
		got := doc.text
		for _, e := range edits(doc, test[1]) {
			got = got[:doc.index.Offset(e.Range.Start)] + e.NewText + got[doc.index.Offset(e.Range.End):]
		}
		if got != test[1] || test[0] == test[1] && len(edits(doc, test[1])) > 0 {
			t.Errorf("%q becomes %q, want %q", test[0], got, test[1])
		}
	}
}

func TestShifted(t *testing.T) {
	was := []string{"a", "b", "c", "d"}
	at := func(line int) lines.Range {
		return lines.Range{Start: lines.Position{Line: line}, End: lines.Position{Line: line, Character: 1}}
	}
	for _, test := range []struct {
		is         []string
		line, want int // -1: it is gone
	}{
		{[]string{"a", "b", "c", "d"}, 3, 3}, {[]string{"new", "a", "b", "c", "d"}, 3, 4}, {[]string{"a", "b", "x", "d"}, 2, -1},
		{[]string{"a", "b", "x", "d"}, 1, 1}, {[]string{"a", "d"}, 3, 1}, {[]string{"a", "d"}, 2, -1}, {nil, 0, -1},
		{[]string{"x", "b", "c", "y"}, 2, 2}, {[]string{"x", "c", "b", "c"}, 2, -1}, {[]string{"a"}, 9, -1},
	} {
		got, there := shifted(at(test.line), was, test.is)
		if there != (test.want >= 0) || there && got != at(test.want) {
			t.Errorf("line %d in %v: %v, %v", test.line, test.is, got, there)
		}
	}
}

// Of lines that are there twice, those before and behind all changes are known.
func TestShiftedAmongEqualLines(t *testing.T) {
	at := func(line int) lines.Range {
		return lines.Range{Start: lines.Position{Line: line}, End: lines.Position{Line: line}}
	}
	was, is := []string{"a", "a", "b", "a"}, []string{"a", "a", "c", "c", "a"}
	for line, want := range map[int]int{0: 0, 1: 1, 3: 4} {
		if got, there := shifted(at(line), was, is); !there || got != at(want) {
			t.Errorf("line %d: %v, %v", line, got, there)
		}
	}
}

func TestOrder(t *testing.T) {
	c := newClient(t, false)
	if err := c.try("textDocument/formatting", of(nil), nil); code(err) != codeNotInitialized {
		t.Errorf("before initialize: %v", err)
	}
	c.ask("initialize", map[string]any{}, nil)
	if err := c.try("initialize", map[string]any{}, nil); code(err) != codeInvalidRequest {
		t.Errorf("a second initialize: %v", err)
	}
	for name, params := range map[string]any{"a document that is not open": of(nil), "no document": map[string]any{},
		"an array": []int{1}, "a wrong type": map[string]any{"textDocument": 1}} {
		if err := c.try("textDocument/formatting", params, nil); code(err) != codeInvalidParams {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := c.try("textDocument/unheard", of(nil), nil); code(err) != -32601 {
		t.Errorf("an unknown method: %v", err)
	}
	c.ask("shutdown", nil, nil)
	if err := c.try("textDocument/formatting", of(nil), nil); code(err) != codeInvalidRequest {
		t.Errorf("after shutdown: %v", err)
	}
	c.tell("exit", nil)
	if err := <-c.served; err != nil {
		t.Errorf("a polite editor: %v", err)
	}
}

func TestExitWithoutShutdown(t *testing.T) {
	c := newClient(t, true)
	c.tell("exit", nil)
	if err := <-c.served; err == nil {
		t.Error("no error")
	}
}

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

func TestHostileInput(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"broken JSON":   {"Content-Length: 3\r\n\r\n{\"a", `"code":-32700`},
		"an empty list": {"Content-Length: 2\r\n\r\n[]", `"error"`},
		"no length":     {"Content-Type: x\r\n\r\n", "no Content-Length"},
		"negative":      {"Content-Length: -1\r\n\r\n", "is not a length"},
		"not a header":  {"hello\n\n", "is not a line of a header"},
		"endless":       {strings.Repeat("x", mostHeader+1), "has more than"},
		"too large": {fmt.Sprintf("Content-Length: %d\r\n\r\n", mostMessage+1+41) + strings.Repeat(" ", mostMessage+1) +
			`{"jsonrpc":"2.0","id":1,"method":"unkno"}`, `"code":-32700`},
		"cut":  {"Content-Length: 99\r\n\r\n{}", "unexpected EOF"},
		"deep": {"Content-Length: 100000\r\n\r\n" + strings.Repeat("[", 100000), `"code":-32700`},
	} {
		var out bytes.Buffer
		err := Serve(context.Background(), strings.NewReader(test.in), closer{&out}, Options{})
		text := out.String()
		if err != nil {
			text += err.Error()
		}
		if !strings.Contains(text, test.want) {
			t.Errorf("%s: %s", name, text)
		}
	}
}
