package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/running/launch"
)

func pluginCommand() *cobra.Command {
	c := group(&cobra.Command{Use: "plugin", Short: "List, describe, write, test and share plugins"})
	list := &cobra.Command{
		Use:     "list",
		Short:   "List the plugins that are found, and where",
		Example: "  bench plugin list\n  bench plugin list -file my.hcl",
		Args:    exactly(),
	}
	describe := &cobra.Command{
		Use:   "describe NAME",
		Short: "Print the attributes of a plugin's components, or of one component",
		Long: "Prints the attributes of what a plugin offers, or of one component: a learner, reduction, metric or\n" +
			"encoder of a plugin, or an encoder, validation method or metric of bench itself. The name dataset, or\n" +
			"that of a generator, prints those of dataset blocks. docs/experiment-file describes all that bench has built in.",
		Example: "  bench plugin describe svm\n  bench plugin describe stratified_kfold",
		Args:    exactly("NAME"),

		ValidArgsFunction: completePlugin(false),
	}
	listFile := addFile(list)
	list.RunE = func(c *cobra.Command, _ []string) error {
		all := func(host.Package) bool { return true }
		options := launchOptions()
		options.Thorough = true
		return withPlugins(c.Context(), options, *listFile, all,
			func(s *session) error { return s.List(c.OutOrStdout(), proseWidth(os.Stdout)) })
	}
	describeFile := addFile(describe)
	describe.RunE = func(c *cobra.Command, args []string) error {
		return withPlugins(c.Context(), launchOptions(), *describeFile, launch.Named(args[0]),
			func(s *session) error { return s.Describe(c.OutOrStdout(), args[0], proseWidth(os.Stdout)) })
	}
	c.AddCommand(list, describe, pluginNewCommand(), pluginTestCommand(), pluginPackageCommand(),
		pluginIndexCommand())
	return c
}

func addFile(c *cobra.Command) *string {
	return c.Flags().String("file", "", "experiment `FILE` whose required plugins to include")
}

// withPlugins starts the plugins that are asked for, and those of an experiment file.
func withPlugins(ctx context.Context, o launch.Options, path string, asks func(host.Package) bool,
	do func(*session) error) error {
	s := &session{&launch.Session{Options: o}}
	defer s.Close()
	if err := s.OpenPlugins(ctx, path, asks); err != nil {
		return err
	}
	return do(s)
}
