package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/running/launch"
)

func initCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "init FILE",
		Short: "Lock the required plugins of a file to the bytes they have now",
		Long: "Finds the plugins that the file requires, asks them for their versions, and writes a hash over all files\n" +
			"of each, and the versions of its interpreter and libraries, into " + requires.LockFile + " next to FILE.\n" +
			"After that, bench refuses a plugin whose files have changed, and warns if its interpreter or libraries have\n" +
			"changed. With -upgrade, changed plugins are locked as they are now. Of plugins that come from elsewhere bench\n" +
			"fetch has locked the bytes, and this adds the versions of interpreter and libraries.",
		Example: "  bench init my.hcl\n  bench init my.hcl -upgrade",
		Args:    exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	upgrade := c.Flags().Bool("upgrade", false, "lock changed plugins to their new bytes")
	c.RunE = func(c *cobra.Command, args []string) error {
		s, err := newSession(launchOptions(), *vars)
		if err != nil {
			return err
		}
		defer s.Close()
		return s.lock(c.Context(), c.OutOrStdout(), args[0], *upgrade)
	}
	return c
}

// lock writes the lock file for the required plugins of a file.
func (s *session) lock(ctx context.Context, w io.Writer, path string, upgrade bool) error {
	entries, written, err := s.Lock(ctx, path, upgrade)
	if errors.Is(err, launch.ErrNothingRequired) {
		_, err := fmt.Fprintf(w, "%s requires no plugins: there is nothing to lock\n", path)
		return err
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		sum := e.SHA256
		if a, fetched := requires.For(e.Archives, runtime.GOOS, runtime.GOARCH); fetched {
			sum = a.SHA256
		}
		fmt.Fprintf(w, "%s %s, sha256 %s\n", e.Name, e.Version, sum)
	}
	verb := map[bool]string{false: "unchanged", true: "written"}[written]
	_, err = fmt.Fprintf(w, "%s is %s\n", requires.LockPath(path), verb)
	return err
}
