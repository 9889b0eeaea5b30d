package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/running/launch"
)

// complete answers the script of a shell, which asks for what the last word may
// become. A word with one dash becomes a flag with one dash.
func complete(ctx context.Context, root *cobra.Command, args []string) error {
	words := longFlags(args)
	last := len(words) - 1
	oneDash := last > 0 && strings.HasPrefix(args[last], "-") && !strings.HasPrefix(args[last], "--")
	if oneDash && !strings.HasPrefix(words[last], "--") {
		words[last] = "-" + words[last]
	}
	root.SetArgs(words)
	if !oneDash {
		return root.ExecuteContext(ctx)
	}
	out := root.OutOrStdout()
	var answer bytes.Buffer
	root.SetOut(&answer)
	if err := root.ExecuteContext(ctx); err != nil {
		return err
	}
	for line := range strings.Lines(answer.String()) {
		if strings.HasPrefix(line, "--") {
			line = line[1:]
		}
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	return nil
}

// first completes the first n arguments and no more.
func first(n int, each cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return each(c, args, word)
	}
}

// What completes FILE, DIR, and the folders A and B.
var completeFile, completeFolder, completeTwoFolders = first(1, completeFiles), first(1, completeFolders),
	first(2, completeFolders)

// completeFiles completes experiment files.
func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"hcl"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeCode completes FILE and the name of one of its reductions.
func completeCode(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return completeFile(c, args, word)
	}
	return blockNames(args[0], "reduction"), cobra.ShellCompDirectiveNoFileComp
}

// blockNames lists the names of a file's blocks of a type, none if the file
// cannot be read.
func blockNames(path, blockType string) []string {
	file, _ := experiment.Parse(path, nil)
	if file == nil {
		return nil
	}
	return file.Names(blockType)
}

// completePlugin completes the name of a plugin next to the executable; with paths,
// also the path of another.
func completePlugin(paths bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		otherwise := cobra.ShellCompDirectiveNoFileComp
		if len(args) > 0 {
			return nil, otherwise
		}
		if paths {
			otherwise = cobra.ShellCompDirectiveDefault
		}
		found, _ := host.FindPackages(launch.PluginFolder())
		return lists.Map(found, func(pkg host.Package) string { return pkg.Name }), otherwise
	}
}

// completeFolders completes results folders: those that begin with the word, up
// to two levels down, and if there are none any folder.
func completeFolders(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	folders := folder.Find(word)
	if len(folders) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return folders, cobra.ShellCompDirectiveNoFileComp
}

// completeFlag completes the values of a flag.
func completeFlag(c *cobra.Command, flag string, values ...string) {
	onFlag(c, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeFlagLater completes the values of a flag that take a moment to be found, which most commands have no need of.
func completeFlagLater(c *cobra.Command, flag string, values func() []string) {
	onFlag(c, flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}

// completeFlagFolder completes a flag whose value is a folder.
func completeFlagFolder(c *cobra.Command, flag string) {
	onFlag(c, flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
}

// completeFlagBlock completes a flag whose value names a block of the FILE that
// is the first argument.
func completeFlagBlock(c *cobra.Command, flag, blockType string) {
	onFlag(c, flag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return blockNames(args[0], blockType), cobra.ShellCompDirectiveNoFileComp
	})
}

func onFlag(c *cobra.Command, flag string, values cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, values); err != nil {
		panic(fmt.Sprintf("bench: %s: %v", c.Name(), err))
	}
}
