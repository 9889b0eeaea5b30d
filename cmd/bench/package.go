package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/remote/packing"
)

const packageHelp = `Writes NAME_VERSION.tar.gz, or NAME_VERSION_OS_ARCH.tar.gz if the plugin holds compiled code, and
prints its size and SHA-256. DIR is the folder of a plugin, or an executable. The same files give the same bytes.
Left out are what bench does not count as part of a plugin (caches, results, lock files, experiment files that
require it), hidden files, virtual environments, and the sources of programs in Go and Java. A link is packed as
what it leads to, if that is in DIR.

The archive is unpacked, and the plugin started from there and asked for its name and version. An archive for
another platform cannot be tried; then -name and -version say them.`

func pluginPackageCommand() *cobra.Command {
	p := packing.Packer{}
	c := &cobra.Command{
		Use:   "package DIR",
		Short: "Pack a plugin into an archive that others can install",
		Long:  packageHelp,
		Example: "  bench plugin package forest\n  bench plugin package examples/plugins/python -follow -out plugins\n" +
			"  bench plugin package forest -name forest -version 1.2.0 -platform darwin/arm64",
		Args: exactly("DIR"),

		ValidArgsFunction: completePackage,
	}
	f := c.Flags()
	f.StringVar(&p.Out, "out", ".", "`FOLDER` for the archive")
	f.StringVar(&p.Name, "name", "", "`NAME` of the plugin; the default is what it says of itself")
	f.StringVar(&p.Version, "version", "", "`VERSION` of the plugin; the default is what it says of itself")
	f.StringVar(&p.Platform, "platform", "", "`OS/ARCH` that the archive is for, such as linux/amd64, or "+
		packing.Everywhere+"; the default is found in the files")
	f.StringVar(&p.Interpreter, "interpreter", "", "`PROGRAM` that takes the place of the first word of the plugin's "+
		"command while it is tried")
	f.BoolVar(&p.Follow, "follow", false, "pack what links lead to outside DIR, too")
	f.BoolVar(&p.Untried, "untried", false, "do not start the plugin; needs -name and -version")
	f.BoolVar(&p.Replace, "replace", false, "replace an archive that is there with other bytes")
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, args []string) error {
		scratch.Sweep()
		p.Source = args[0]
		packed, err := p.Pack(c.Context())
		if err != nil {
			return err
		}
		return tellPacked(c.OutOrStdout(), args[0], packed)
	}
	return c
}

// tellPacked prints what was packed.
func tellPacked(w io.Writer, source string, p packing.Packed) error {
	var all []string
	if p.Components != nil {
		names := lists.Map(p.Components, func(c contract.Component) string { return string(c.Kind) + " " + c.Name })
		all = append(all, fmt.Sprintf("%s %s for %s starts from its archive and offers %s.", p.Name, p.Version,
			p.Archive.Platform(), wording.First(names, 10)))
	}
	all = append(all, p.Remarks...)
	if len(p.Left) > 0 {
		all = append(all, fmt.Sprintf("Left out of %s: %s.", source, wording.First(p.Left, 20)))
	}
	for _, line := range all {
		fmt.Fprintln(os.Stderr, wording.Wrap(line, "", "  ", messageWidth()))
	}
	_, err := fmt.Fprintf(w, "%s, %d bytes, sha256 %s%s\n", p.Path, p.Bytes, p.SHA256,
		map[bool]string{true: ", unchanged"}[p.Unchanged])
	return err
}

// completePackage completes the folder of a plugin.
func completePackage(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}
