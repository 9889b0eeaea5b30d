package main

import (
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/running/lsp"
	"github.com/manyclass/bench/framework/showing/explain"
	"github.com/manyclass/bench/plugins/shipped"
)

func lspCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Help editors with experiment files, by the Language Server Protocol",
		Long: "Speaks the Language Server Protocol on stdin and stdout; editors start it. It tells mistakes while a file " +
			"is written, and those of its data when it is saved, as bench validate does; it completes, explains, renames\n" +
			"and formats. docs/editors.md sets up editors.\n\n" +
			"Exit status: 0 if the editor said goodbye, 2 if not.",
		Example: "  bench lsp",
		Args:    exactly(),
	}
	vars := addVars(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		given, err := parseVars(*vars)
		if err != nil {
			return err
		}
		err = lsp.Serve(c.Context(), c.InOrStdin(), stdout{c}, lsp.Options{
			Version: version, Components: heldComponents(), Launch: launchOptions(), Vars: given, Explain: explaining(c.Root()),
		})
		if err != nil {
			return fmt.Errorf("the connection with the editor ended: %w", err)
		}
		return nil
	}
	return c
}

// explaining says what the documents say of a word, by a book that is made when it is first asked.
func explaining(root *cobra.Command) func(kind, parent, name string) string {
	open := sync.OnceValue(func() *explain.Book {
		book, _ := newBook(root) // without the book the descriptions of components are shown
		return book
	})
	return func(kind, parent, name string) string {
		if book := open(); book != nil {
			return book.Lookup(kind, parent, name)
		}
		return ""
	}
}

// stdout is the output of a command, which ends with the command and not before.
type stdout struct{ c *cobra.Command }

func (s stdout) Write(b []byte) (int, error) { return s.c.OutOrStdout().Write(b) }
func (s stdout) Close() error                { return nil }

// heldComponents are those of the plugins that bench holds.
func heldComponents() (all []contract.Component) {
	for _, p := range shipped.Plugins() {
		all = append(all, p.Components...)
	}
	return all
}
