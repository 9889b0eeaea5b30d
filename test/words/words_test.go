// Package words holds a short list of phrases that are correct English and hard to read.
package words

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// phrases are not written in documents, messages and comments, with what is plainer.
var phrases = []struct {
	pattern *regexp.Regexp
	better  string
}{
	{regexp.MustCompile(`(?i)\b(?:told|tells?|telling) (?:\w+ ){0,4}apart\b`), "significantly different; distinguish"},
	{regexp.MustCompile(`(?i)\bfor want of\b`), "because … is missing"},
	{regexp.MustCompile(`(?i)\bby so many\b|\bof so many\b|\bthese are so many\b|\bis so many\b`), "the number of"},
	{regexp.MustCompile(`(?i)\bnone of the protocol\b`), "not part of the protocol"},
	{regexp.MustCompile(`(?i)\b(?:go|goes|went) by\b`), "uses; is determined by"},
	{regexp.MustCompile(`(?i)\bbut for\b`), "except"},
	{regexp.MustCompile(`(?i)\bdoes not go with\b|\bdo not go with\b`), "cannot be combined with"},
	{regexp.MustCompile(`(?i)\b(?:its|their) own affair\b`), "handles itself"},
	{regexp.MustCompile(`(?i)\bhas not the\b|\bhave not the\b`), "does not have the"},
	{regexp.MustCompile(`(?i)\bis of no\b`), "has no"},
	{regexp.MustCompile(`(?i)\bWhat becomes of\b`), "how … is treated"},
	{regexp.MustCompile(`(?i)\bare none of\b|\bis none of\b`), "is not a; is not one of"},
}

// denied is "X is no Y". What it is not: "there is no Y", "is no longer", "is no more than".
var (
	denied  = regexp.MustCompile(`(?i)(\w+) (?:is|are|was|were) no ([\w-]+)`)
	subject = regexp.MustCompile(`(?i)^(?:there|here)$`)
	follows = regexp.MustCompile(`(?i)^(?:longer|more|less|larger|smaller|later|earlier|better|worse|one)$`)
)

// wrong names the phrases of a text.
func wrong(text string) []string {
	var found []string
	for _, p := range phrases {
		for _, m := range p.pattern.FindAllString(text, -1) {
			found = append(found, fmt.Sprintf("%q: %s", m, p.better))
		}
	}
	for _, m := range denied.FindAllStringSubmatch(text, -1) {
		if !subject.MatchString(m[1]) && !follows.MatchString(m[2]) {
			found = append(found, fmt.Sprintf("%q: is not a", m[0]))
		}
	}
	return found
}

// read gives the parts of a file that people read, line by line: comments and texts of Go,
// all of a document.
func read(name string, content []byte) map[int]string {
	lines := map[int]string{}
	if !strings.HasSuffix(name, ".go") {
		for i, line := range strings.Split(string(content), "\n") {
			lines[i+1] = line
		}
		return lines
	}
	files := token.NewFileSet()
	file := files.AddFile(name, -1, len(content))
	var s scanner.Scanner
	s.Init(file, content, nil, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return lines
		case token.COMMENT, token.STRING:
			lines[files.Position(pos).Line] += text
		}
	}
}

// TestPlainWords reads all documents, messages and comments.
func TestPlainWords(t *testing.T) {
	list := exec.Command("git", "ls-files", "*.md", "*.go", "*.hcl", "*.proto", "*.tmpl", "*.py", "*.R", "*.java")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Skip("not a git checkout")
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if strings.HasPrefix(name, "test/words/") || strings.Contains(name, "/testdata/") {
			continue // goldens say what messages say
		}
		content, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for line, text := range read(name, content) {
			for _, w := range wrong(text) {
				t.Errorf("%s:%d: %s", name, line, w)
			}
		}
	}
}

func TestWrong(t *testing.T) {
	for text, want := range map[string]int{
		"12 is no number": 1, "there is no number": 0, "it is no longer one": 0, "it tells the two methods apart": 1,
		"for want of a class": 1, "It Goes By the name": 1, "a plain sentence": 0,
	} {
		if got := wrong(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
