package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// The groups of commands in the help of bench.
const (
	groupExperiments = "experiments"
	groupResults     = "results"
	groupCluster     = "cluster"
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
{{entry .Name .Short 12}}{{end}}{{end}}{{end}}{{if not .Groups}}

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
{{entry .Name .Short 12}}{{end}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{flags .LocalFlags}}{{end}}{{if .HasAvailableSubCommands}}

"{{.CommandPath}} COMMAND -help" describes a command.{{end}}
`

// setHelp gives the commands their help, with flags as they are written in this
// project: one dash before a name.
func setHelp(root *cobra.Command) {
	cobra.AddTemplateFunc("entry", entry)
	cobra.AddTemplateFunc("flags", flags)
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
			c.Run, c.RunE = nil, helpOn
		case "completion":
			describeCompletion(c)
		}
	}
}

// helpOn prints the help of the command that the arguments name.
func helpOn(c *cobra.Command, args []string) error {
	named, rest, err := c.Root().Find(args)
	if err != nil || len(rest) > 0 && named.HasAvailableSubCommands() {
		return noCommand(named, rest[0])
	}
	named.InitDefaultHelpFlag()
	return named.Help()
}

// entry is a line of a list in the help: a name, padded, and what it is about,
// which goes on below itself where the terminal is narrow.
func entry(name, text string, padded int) string {
	indent := strings.Repeat(" ", padded+3)
	wrapped := wording.Wrap(text, indent, indent, max(proseWidth(os.Stdout), padded+leastWidth))
	return fmt.Sprintf("  %-*s %s", padded, name, strings.TrimPrefix(wrapped, indent))
}

// flags lists the flags of a command, written with one dash.
func flags(set *pflag.FlagSet) string {
	var names, texts []string
	longest := 0
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name, text := flagHelp(f)
		names, texts = append(names, name), append(texts, text)
		longest = max(longest, wording.Width(name))
	})
	for i, name := range names {
		texts[i] = entry(name, texts[i], longest+2)
	}
	return strings.Join(texts, "\n")
}

// flagHelp is how a flag is written, and what it does.
func flagHelp(f *pflag.Flag) (name, text string) {
	value, text := pflag.UnquoteUsage(f)
	name = strings.TrimSuffix("-"+f.Name+" "+value, " ")
	if !slices.Contains([]string{"", "false", "0", "[]"}, f.DefValue) {
		text += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	return name, text
}

// wrapped is the description of a command; empty lines separate paragraphs.
func wrapped(c *cobra.Command) string {
	paragraphs := strings.Split(cmp.Or(c.Long, c.Short+"."), "\n\n")
	wrap := func(text string) string { return wording.Paragraph(text, "", proseWidth(os.Stdout)) }
	return strings.Join(lists.Map(paragraphs, wrap), "\n")
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
	var unknown *pflag.NotExistError
	var lacks *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	var form *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		return noFlag(c, cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName()))
	case errors.As(err, &lacks):
		value, _ := pflag.UnquoteUsage(lacks.GetFlag())
		return fmt.Errorf("-%s lacks its value: write -%[1]s %s", lacks.GetSpecifiedName(), value)
	case errors.As(err, &bad) && bad.GetFlag().Value.Type() == "duration":
		return fmt.Errorf("-%s %s: %[2]q is not a duration: write for example 90s or 2h", bad.GetFlag().Name, bad.GetValue())
	case errors.As(err, &bad):
		return fmt.Errorf("-%s %s: %s", bad.GetFlag().Name, bad.GetValue(), wording.Reason(bad.Unwrap()))
	case errors.As(err, &form):
		return fmt.Errorf("%s is not a flag: write -name or -name=value", form.GetSpecifiedFlag())
	}
	return err
}

// noFlag is the error of a flag that a command does not have.
func noFlag(c *cobra.Command, name string) error {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if meant := wording.Nearest(name, names); meant != "" {
		return fmt.Errorf("unknown flag -%s. Did you mean -%s?", name, meant)
	}
	return fmt.Errorf("unknown flag -%s; %s takes -%s", name, c.CommandPath(), strings.Join(names, ", -"))
}

// noCommand is the error of a command that holds others and was called with a
// word that is not one of them.
func noCommand(c *cobra.Command, word string) error {
	names := lists.Map(lists.Filter(c.Commands(), (*cobra.Command).IsAvailableCommand), (*cobra.Command).Name)
	slices.Sort(names)
	if meant := wording.Nearest(word, names); meant != "" {
		return fmt.Errorf("there is no command %q. Did you mean %q?", c.CommandPath()+" "+word, c.CommandPath()+" "+meant)
	}
	return fmt.Errorf("there is no command %q; there are: %s", c.CommandPath()+" "+word, strings.Join(names, ", "))
}

// describeCompletion says how the scripts of the command completion are used.
func describeCompletion(c *cobra.Command) {
	c.Short = "Print a script that completes commands, files and names in a shell"
	c.Long = "Prints a script for a shell. It completes commands, flags and their values, experiment files, results\n" +
		"folders, and the names of reductions, datasets and encoders in a file."
	c.Example = "  bench completion bash"
	group(c)
	for _, shell := range c.Commands() {
		shell.Short = "Print the script for " + shell.Name()
		shell.Example = "  bench completion " + shell.Name()
		shell.Args = exactly()
		if shell.Name() == "bash" {
			shell.Short += " (needs the package bash-completion)"
		}
	}
}

// group makes a command that only holds others refuse what it does not hold.
func group(c *cobra.Command) *cobra.Command {
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		return noCommand(c, args[0])
	}
	return c
}
