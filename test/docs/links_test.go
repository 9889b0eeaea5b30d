package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	link  = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)
	named = regexp.MustCompile(`<a id="([^"]+)"></a>`)
	// spoken is a document as a source names it; docs/NAME.md stands for any beside the source.
	spoken  = regexp.MustCompile(`docs/(?:[a-z0-9_-]+/)*(?:[a-z0-9_-]+|README)\.md`)
	heading = regexp.MustCompile(`^#{1,6} (.+)$`)
)

// Links between documents, to files of the repository and to headings lead somewhere.
func TestLinks(t *testing.T) {
	for _, name := range documents(t) {
		for _, problem := range deadLinks(t, filepath.Join(repository, name)) {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

// deadLinks tells of the links of a page that lead nowhere.
func deadLinks(t *testing.T, path string) []string {
	t.Helper()
	var problems []string
	for _, m := range link.FindAllStringSubmatch(strings.Join(prose(t, path), "\n"), -1) {
		if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
			continue
		}
		target := path
		if m[1] != "" {
			target = filepath.Join(filepath.Dir(path), m[1])
		}
		info, err := os.Stat(target)
		switch {
		case err != nil:
			problems = append(problems, fmt.Sprintf("the link %s leads nowhere", m[1]))
		case m[2] == "":
		case info.IsDir():
			problems = append(problems, fmt.Sprintf("the link %s#%s leads to a folder", m[1], m[2]))
		case !slices.Contains(anchors(t, target), m[2]):
			problems = append(problems, fmt.Sprintf("the link %s#%s leads to no heading", m[1], m[2]))
		}
	}
	return problems
}

// prose returns the lines of a page that are in no code block.
func prose(t *testing.T, path string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	inside := false
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, fence) {
			inside = !inside
		} else if !inside {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// anchors lists what links may name in a page: its headings as GitHub writes them, and
// the ids that it sets.
func anchors(t *testing.T, path string) []string {
	t.Helper()
	var list []string
	count := map[string]int{}
	for _, line := range prose(t, path) {
		for _, m := range named.FindAllStringSubmatch(line, -1) {
			list = append(list, m[1])
		}
		if m := heading.FindStringSubmatch(line); m != nil {
			slug := strings.Map(anchorRune, strings.ToLower(link.ReplaceAllString(m[1], "")))
			if n := count[slug]; n > 0 {
				list = append(list, fmt.Sprintf("%s-%d", slug, n))
			} else {
				list = append(list, slug)
			}
			count[slug]++
		}
	}
	return list
}

// anchorRune is what replaces a character of a heading in its anchor.
func anchorRune(r rune) rune {
	switch {
	case r == ' ':
		return '-'
	case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return r
	}
	return -1
}

// The documents that sources speak of are there.
func TestDocumentsInSources(t *testing.T) {
	for _, dir := range []string{"cmd", "framework", "plugins", "sdk", "experiments", "examples", "Makefile"} {
		err := filepath.WalkDir(filepath.Join(repository, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || strings.HasSuffix(path, "_test.go") { // tests make documents of their own
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, page := range spoken.FindAllString(string(content), -1) {
				if _, err := os.Stat(filepath.Join(repository, page)); err != nil {
					t.Errorf("%s speaks of %s, which is not there", path, page)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestDeadLinks(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("other.md", "# `one_vs_rest` & more, twice\n## Twice\n## Twice\n```sh\n# No heading\n```\n<a id=\"here\"></a>\n")
	good := "[a](other.md) [b](other.md#one_vs_rest--more-twice) [c](other.md#twice-1) [d](other.md#here) [e](#top) [f](https://x.org/y#z)\n"
	page := write("page.md", "# Top\n"+good+"```text\n[a](missing.md)\n```\n")
	if got := deadLinks(t, page); len(got) != 0 {
		t.Errorf("links that lead somewhere: %v", got)
	}
	page = write("page.md", "[a](missing.md) [b](other.md#thrice) [c](#nowhere) [d](other.md#no-heading) [e](.#x)\n")
	if got := deadLinks(t, page); len(got) != 5 {
		t.Errorf("%d of 5 links are reported: %v", len(got), got)
	}
}
