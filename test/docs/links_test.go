package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)

// Links between documents, and to files of the repository, lead somewhere.
func TestLinks(t *testing.T) {
	for _, name := range documents(t) {
		content, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range link.FindAllStringSubmatch(string(content), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(repository, filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
			}
		}
	}
}
