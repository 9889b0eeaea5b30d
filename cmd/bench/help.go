package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/wording"
)

// The groups of commands in the help of bench.
const (
	groupExperiments = "experiments"
	groupResults     = "results"
	groupOther       = "other"
)

// addGrouped adds commands to a group.
func addGrouped(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, c := range commands {
		c.GroupID = id
		root.AddCommand(c)
	}
}

// usageTemplate is how the help of a command goes on after its text.
const usageTemplate = `Usage:
  {{usageLine .}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}{{$c := .}}{{range .Groups}}

{{.Title}}{{$id := .ID}}{{range $c.Commands}}{{if and (eq .GroupID $id) (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name 12}} {{.Short}}{{end}}{{end}}{{end}}{{if not .Groups}}

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name 12}} {{.Short}}{{end}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{oneDash .LocalFlags.FlagUsages}}{{end}}{{if .HasAvailableSubCommands}}

"{{.CommandPath}} COMMAND -help" tells more about a command.{{end}}
`

// setHelp gives the commands their help, with flags as they are written in this
// project: one dash before a name.
func setHelp(root *cobra.Command) {
	cobra.AddTemplateFunc("oneDash", oneDash)
	cobra.AddTemplateFunc("usageLine", usageLine)
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		// A reader who has gone away needs no help.
		_, _ = io.WriteString(c.OutOrStdout(), wrapped(c)+"\n"+c.UsageString())
	})
	root.SetFlagErrorFunc(flagError)
	root.InitDefaultHelpCmd()
	root.SetHelpCommandGroupID(groupOther)
	root.SetCompletionCommandGroupID(groupOther)
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Use, c.Short, c.Long = "help [COMMAND]", "Explain a command", "Explains bench, or one of its commands."
			c.Example = "  bench help\n  bench help run"
			c.Run, c.RunE = nil, explain
		case "completion":
			describeCompletion(c)
		}
	}
}

// explain prints the help of the command that the arguments name.
func explain(c *cobra.Command, args []string) error {
	named, rest, err := c.Root().Find(args)
	if err != nil || len(rest) > 0 && named.HasAvailableSubCommands() {
		return noCommand(named, rest[0])
	}
	named.InitDefaultHelpFlag()
	return named.Help()
}

// oneDash rewrites the list of flags: "  -h, --help" and "      --out" become
// "  -help" and "  -out".
func oneDash(flags string) string {
	return strings.TrimRight(regexp.MustCompile(`(?m)^  (?:    |-\w, )--`).ReplaceAllString(flags, "  -"), "\n")
}

// wrapped is what a command says of itself; paragraphs stand between empty lines.
func wrapped(c *cobra.Command) string {
	var b strings.Builder
	for text := range strings.SplitSeq(cmp.Or(c.Long, c.Short+"."), "\n\n") {
		b.WriteString(paragraph(text, "") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// usageLine is how a command is called.
func usageLine(c *cobra.Command) string {
	if c.HasAvailableSubCommands() {
		return c.CommandPath() + " COMMAND"
	}
	return c.UseLine()
}

// flagError explains what is wrong with a flag, and which one was meant.
func flagError(c *cobra.Command, err error) error {
	if c.HasAvailableSubCommands() && c.Flags().NArg() > 0 {
		return noCommand(c, c.Flags().Arg(0))
	}
	name, unknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !unknown {
		return err
	}
	var names []string
	for line := range strings.Lines(c.Flags().FlagUsages()) {
		if _, rest, found := strings.Cut(line, "--"); found {
			names = append(names, strings.Fields(rest)[0])
		}
	}
	if meant := wording.Nearest(name, names); meant != "" {
		return fmt.Errorf("unknown flag -%s. Did you mean -%s?", name, meant)
	}
	return fmt.Errorf("unknown flag -%s; %s takes -%s", name, c.CommandPath(), strings.Join(names, ", -"))
}

// noCommand is the error of a command that holds others and was called with a
// word that is none of them.
func noCommand(c *cobra.Command, word string) error {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	slices.Sort(names)
	if meant := wording.Nearest(word, names); meant != "" {
		return fmt.Errorf("there is no command %q. Did you mean %q?", c.CommandPath()+" "+word, c.CommandPath()+" "+meant)
	}
	return fmt.Errorf("there is no command %q; there are: %s", c.CommandPath()+" "+word, strings.Join(names, ", "))
}
