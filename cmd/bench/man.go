package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/manyclass/bench/cmd/bench/manpage"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages of all commands into a folder",
		Long: "Writes a page for the program man for each command: bench.1, bench-run.1 and so on. They say what\n" +
			"bench help says.",
		Example: "  bench man share/man/man1",
		Args:    exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return writePages(c.Root(), args[0])
		},
	}
}

// writePages writes the page of a command, and those of all below it.
func writePages(c *cobra.Command, dir string) error {
	page := pageOf(c)
	f, err := os.Create(filepath.Join(dir, page.Name+".1"))
	if err != nil {
		return err
	}
	if err := cmp.Or(page.Write(f), f.Close()); err != nil {
		return err
	}
	for _, sub := range pagesBelow(c) {
		if err := writePages(sub, dir); err != nil {
			return err
		}
	}
	return nil
}

// pageOf is what the help of a command says.
func pageOf(c *cobra.Command) manpage.Page {
	p := manpage.Page{
		Name: pageName(c), Source: "bench " + version, Short: c.Short, Synopsis: usageLine(c),
		Text: cmp.Or(c.Long, c.Short+"."), Examples: c.Example,
	}
	for _, group := range c.Groups() {
		p.Lists = append(p.Lists, commandList(strings.TrimSuffix(group.Title, ":"), c, group.ID))
	}
	if len(c.Groups()) == 0 && len(pagesBelow(c)) > 0 {
		p.Lists = append(p.Lists, commandList("Commands", c, ""))
	}
	options := manpage.List{Title: "Options"}
	c.InitDefaultHelpFlag()
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			name, text := flagHelp(f)
			options.Items = append(options.Items, manpage.Item{Term: name, Text: text})
		}
	})
	p.Lists = append(p.Lists, options)
	if c.HasParent() {
		p.Related = append(p.Related, pageName(c.Parent()))
	}
	for _, sub := range pagesBelow(c) {
		p.Related = append(p.Related, pageName(sub))
	}
	return p
}

// commandList lists the commands of a group.
func commandList(title string, c *cobra.Command, group string) manpage.List {
	list := manpage.List{Title: title}
	for _, sub := range c.Commands() {
		if sub.GroupID == group && (sub.IsAvailableCommand() || sub.Name() == "help") {
			list.Items = append(list.Items, manpage.Item{Term: sub.Name(), Text: sub.Short})
		}
	}
	return list
}

// pagesBelow are the commands of a command that have pages of their own.
func pagesBelow(c *cobra.Command) (list []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, sub)
		}
	}
	return list
}

// pageName is the name of a command's page, such as bench-plugin-list.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }
