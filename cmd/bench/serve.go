package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/heap"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/showing/serve"
)

// anyPort is the address of a server that was given none.
const anyPort = "127.0.0.1:0"

// served says where bench report shows its page.
type served struct {
	address string // "" if it writes files
	expose  bool
}

func (s *served) addTo(c *cobra.Command) {
	c.Flags().StringVar(&s.address, "serve", "",
		"show the page at `ADDR` until Ctrl-C instead of writing files (default 127.0.0.1 and a free port)")
	c.Flags().Lookup("serve").NoOptDefVal = anyPort
	c.Flags().BoolVar(&s.expose, "expose", false, "let -serve listen where other machines reach it")
}

// arguments accepts an address before the folder.
func (s *served) arguments(c *cobra.Command, args []string) error {
	if s.address == "" || len(args) == 0 {
		return exactly("DIR")(c, args)
	}
	return between(1, "ADDR", "DIR")(c, args)
}

// show serves a results folder until the context ends.
func (s *served) show(ctx context.Context, args []string) error {
	dir, address := args[0], s.address
	if len(args) > 1 {
		address, dir = args[0], args[1]
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file, not a folder", dir)
	}
	listener, local, err := serve.Listen(ctx, address, s.expose)
	if err != nil {
		return fmt.Errorf("-serve %w", err)
	}
	if !local {
		fmt.Fprintf(os.Stderr, "warning: other machines reach %s; anyone who has or overhears the printed address "+
			"can read the results in %s\n", address, dir)
	}
	heap.Frugal()
	host, _, _ := net.SplitHostPort(address) // Listen has done it
	token := rand.Text()
	fmt.Fprintln(os.Stdout, serve.Address(listener.Addr(), token))
	fmt.Fprintf(os.Stderr, "showing %s until Ctrl-C; a run goes on without this\n", dir)
	options := serve.Options{Dir: dir, Host: host, Token: token, Others: func() []string { return jobFolder(dir) }}
	return serve.New(options).Serve(ctx, listener)
}

// jobFolder is the folder through which a cluster works on a results folder, if one does.
func jobFolder(dir string) []string {
	j, err := job.Of(dir)
	if err != nil {
		return nil
	}
	return []string{j.Dir}
}
