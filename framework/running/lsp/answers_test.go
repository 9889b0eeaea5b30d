package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lines"
	"github.com/manyclass/bench/test/must"
)

// at are the parameters of a request at the place of | in a text, and the text without it.
func at(text string, more map[string]any) (map[string]any, string) {
	before, _, _ := strings.Cut(text, "|")
	params := of(more)
	params["position"] = lines.New(before).Position(len(before))
	return params, must.Replace(text, "|", "")
}

// reference is a text whose places are behind characters of two bytes and of two code units.
const reference = sound + `grid "я" { learners = [/* 🙂 я */ learner.lr] }
`

func TestAnswers(t *testing.T) {
	c := newClient(t, true)
	params, text := at(must.Replace(reference, "learner.lr]", "learner.l|r]"), nil)
	c.opens(text)

	var items []completionItem
	c.ask("textDocument/completion", params, &items)
	line := lines.Position{Line: 3, Character: 42}
	if len(items) != 1 || items[0].Label != "lr" || items[0].TextEdit.Range != (lines.Range{Start: line,
		End: lines.Position{Line: 3, Character: 44}}) {
		t.Errorf("completion: %s", show(t, items))
	}
	var hover hovered
	c.ask("textDocument/hover", params, &hover)
	if !strings.Contains(hover.Contents.Value, "learner \"logreg\" \"lr\" { C = 1 }") || hover.Range.Start != line {
		t.Errorf("hover: %s", show(t, hover))
	}
	var found location
	c.ask("textDocument/definition", params, &found)
	if want := (lines.Position{Line: 2, Character: 18}); found.URI != uri || found.Range.Start != want {
		t.Errorf("definition: %s", show(t, found))
	}
	var word lines.Range
	c.ask("textDocument/prepareRename", params, &word)
	if word.Start != line {
		t.Errorf("rename begins at %v", word)
	}
	params["newName"] = "🙂"
	var edit workspaceEdit
	c.ask("textDocument/rename", params, &edit)
	if made := edit.Changes[uri]; len(made) != 2 || made[0].NewText != "🙂" || made[1].NewText != `learner["🙂"]` ||
		made[1].Range.Start != (lines.Position{Line: 3, Character: 34}) {
		t.Errorf("rename: %s", show(t, edit))
	}
	params["newName"] = "a/b"
	if err := c.try("textDocument/rename", params, nil); code(err) != codeFailed {
		t.Errorf("a name with a slash: %v", err)
	}
}

func TestFixes(t *testing.T) {
	c := newClient(t, true)
	remarks := c.opens(must.Replace(sound, "logreg", "logrge"))
	if len(remarks) == 0 || !strings.Contains(remarks[0].Message, "Did you mean") {
		t.Fatalf("got %s", show(t, remarks))
	}
	other := remarks[0]
	other.Source = "another"
	var actions []codeAction
	c.ask("textDocument/codeAction", of(map[string]any{"range": remarks[0].Range,
		"context": map[string]any{"diagnostics": []diagnosed{remarks[0], other}}}), &actions)
	if len(actions) != 1 || actions[0].Title != "Change to logreg" || actions[0].Edit.Changes[uri][0].NewText != `"logreg"` {
		t.Errorf("got %s", show(t, actions))
	}
}

func TestAnswersWhereNothingIs(t *testing.T) {
	c := newClient(t, true)
	c.opens("")
	for _, position := range []map[string]any{{"line": 0, "character": 0}, {"line": 99, "character": 99},
		{"line": -1, "character": -1}, {"line": 1 << 40, "character": 1 << 40}} {
		for _, method := range []string{"completion", "hover", "definition", "prepareRename", "codeLens", "codeAction"} {
			c.ask("textDocument/"+method, of(map[string]any{"position": position}), nil)
		}
	}
	if err := c.try("textDocument/hover", of(map[string]any{"position": map[string]any{"line": 1e40}}), nil); code(err) !=
		codeInvalidParams {
		t.Errorf("a line that is too large: %v", err)
	}
	if err := c.try("textDocument/rename", of(map[string]any{"newName": "x"}), nil); code(err) != codeFailed {
		t.Errorf("nothing is renamed: %v", err)
	}
	for _, method := range []string{"completion", "hover", "definition", "prepareRename", "rename", "codeLens", "codeAction"} {
		if err := c.try("textDocument/"+method, map[string]any{}, nil); code(err) != codeInvalidParams {
			t.Errorf("%s of no document: %v", method, err)
		}
	}
}

// A text of many megabytes has diagnostics, and answers that say nothing.
func TestHugeText(t *testing.T) {
	c := newClient(t, true)
	huge := sound + strings.Repeat("# "+strings.Repeat("x", 100)+"\n", 1<<18)
	if got := c.opens(huge); len(got) != 1 || !strings.Contains(got[0].Message, "too large") {
		t.Errorf("got %.200s", show(t, got))
	}
	var hover *hovered
	c.ask("textDocument/hover", of(map[string]any{"position": lines.Position{Line: 2, Character: 2}}), &hover)
	if hover != nil {
		t.Errorf("got %s", show(t, hover))
	}
}

// Columns come from the header of the file, as soon as its name is written.
func TestColumns(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "d.csv"), []byte("я 🙂,class\n1,a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := &server{documents: newDocuments(), headers: newHeaders()}
	s.checks = newChecks(t.Context(), nil, nil)
	at := "file://" + filepath.ToSlash(dir) + "/e.hcl"
	doc := s.put(at, "dataset \"d\" { file = \"d.csv\" }\n", 1)
	s.remarks(doc)
	doc = s.put(at, "dataset \"d\" {\n  file   = \"d.csv\"\n  target = \"\n}\n", 2)
	s.remarks(doc)
	for range 2 { // it is known, and remembered
		answer, err := s.completion(positionParams{documentParams{named{at}}, lines.Position{Line: 2, Character: 12}})
		if items, _ := answer.([]completionItem); err != nil || len(items) != 2 || items[0].Label != "я 🙂" {
			t.Errorf("got %s, %v", show(t, answer), err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "d.csv"), []byte("other,new,class\n1,2,a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.remarks(s.put(at, "dataset \"d\" { file = \"d.csv\" }\n", 3))
	if got := s.facts(at)["d"].Columns; strings.Join(got, " ") != "other new class" {
		t.Errorf("the file changed: %q", got)
	}
	s.headers.forget(at)
	if len(s.facts(at)) != 0 {
		t.Error("a closed document is remembered")
	}
}
