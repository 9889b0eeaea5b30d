package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every command that the help lists has a page, which names its flags.
func TestManualPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	root := newRoot()
	root.SetArgs([]string{"man", dir})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	pages := 0
	walk(newRoot(), func(c *cobra.Command) {
		if c.HasParent() && !c.IsAvailableCommand() {
			return
		}
		pages++
		text, err := os.ReadFile(filepath.Join(dir, pageName(c)+".1"))
		if err != nil {
			t.Error(err)
		}
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if want := `\fB\-` + strings.ReplaceAll(f.Name, "-", `\-`); !f.Hidden && !strings.Contains(string(text), want) {
				t.Errorf("the page of %s does not name -%s", c.CommandPath(), f.Name)
			}
		})
	})
	written, err := os.ReadDir(dir)
	if err != nil || len(written) != pages {
		t.Errorf("%d pages for %d commands: %v", len(written), pages, err)
	}
}
