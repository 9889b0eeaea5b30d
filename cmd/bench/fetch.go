package main

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/remote/croissant"
	"github.com/manyclass/bench/framework/remote/datapackage"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
	"github.com/manyclass/bench/framework/remote/huggingface"
	"github.com/manyclass/bench/framework/remote/install"
	"github.com/manyclass/bench/framework/remote/openml"
	"github.com/manyclass/bench/framework/remote/uci"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/showing/progress"
)

func fetchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "fetch FILE",
		Short: "Download the data and plugins that a file names",
		Long: "Downloads what the dataset blocks of the file name by url, openml, openml_task and so on, and the plugins\n" +
			"that it requires by an address or a name in an index, into the cache, $XDG_CACHE_HOME/bench or\n" +
			"~/.cache/bench, and writes what the names stand for into " + requires.LockFile + " next to FILE. It is the\n" +
			"only command that uses the network; all others read the cache. What is there already is not downloaded\n" +
			"again, and a download that broke off goes on where it ended. BENCH_PLUGIN_MIRROR names a folder or address\n" +
			"with copies of index and archives.\n\n" +
			"If a server has changed what a name stands for, the difference is printed, and what is locked stays. With\n" +
			"-upgrade the change is taken.",
		Example: "  bench fetch my.hcl\n  bench fetch my.hcl -upgrade",
		Args:    exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	upgrade := c.Flags().Bool("upgrade", false, "take what servers have changed")
	c.RunE = func(c *cobra.Command, args []string) error {
		given, err := parseVars(*vars)
		if err != nil {
			return err
		}
		f, err := fetcher(*upgrade)
		if err != nil {
			return err
		}
		out, err := f.File(c.Context(), args[0], given, launch.BuiltIn())
		if err != nil {
			return err
		}
		plugins, err := installer(f).File(c.Context(), args[0], given)
		if err != nil {
			return err
		}
		return tellFetched(c.OutOrStdout(), args[0], out, plugins)
	}
	return c
}

// installer brings plugins into the cache of a fetcher.
func installer(f *fetch.Fetcher) *install.Installer {
	return &install.Installer{Client: f.Client, Cache: f.Cache, OS: runtime.GOOS, Arch: runtime.GOARCH,
		Mirror: os.Getenv("BENCH_PLUGIN_MIRROR"), Upgrade: f.Upgrade, Tell: f.Tell}
}

// tellFetched prints what names stand for, and what could not be fetched.
func tellFetched(w io.Writer, path string, out fetch.Outcome, plugins install.Outcome) error {
	for _, e := range out.Entries {
		fmt.Fprintln(w, fetchedLine(e))
	}
	for _, p := range plugins.Plugins {
		fmt.Fprintln(w, installedLine(p))
	}
	diags := append(out.Diags, plugins.Diags...)
	printDiagnostics(diags)
	verb := map[bool]string{false: "unchanged", true: "written"}[out.Written || plugins.Written]
	switch {
	case diags.HasErrors():
		return &exitError{status: exitFailedCells}
	case len(out.Entries) == 0 && len(plugins.Plugins) == 0:
		_, err := fmt.Fprintf(w, "%s names nothing that could be fetched\n", path)
		return err
	}
	_, err := fmt.Fprintf(w, "%s is %s\n", requires.LockPath(path), verb)
	return err
}

// fetcher downloads into the cache of the user.
func fetcher(upgrade bool) (*fetch.Fetcher, error) {
	store, err := cache.Open()
	if err != nil {
		return nil, err
	}
	var hosts [4]string
	for i, of := range [][2]string{{"BENCH_OPENML", openml.Production}, {"BENCH_UCI", uci.Production},
		{"BENCH_HUGGINGFACE", huggingface.Hub}, {"BENCH_HUGGINGFACE", huggingface.Viewer}} {
		if hosts[i], err = server(of[0], of[1]); err != nil {
			return nil, err
		}
	}
	ml := &openml.Server{Base: hosts[0], Key: os.Getenv("OPENML_API_KEY"), Tell: tell}
	repository, hub := &uci.Server{Base: hosts[1]}, &huggingface.Server{Hub: hosts[2], Viewer: hosts[3]}
	tokens := map[string]string{}
	if token := os.Getenv("HF_TOKEN"); token != "" {
		tokens[hostOf(hosts[2])], tokens[hostOf(hosts[3])] = token, token
	}
	client := download.New(download.Options{Cache: store, Agent: "bench/" + version, Tell: tell,
		Progress: progress.Bytes(tell), Tokens: tokens})
	return &fetch.Fetcher{Client: client, Cache: store, Today: time.Now().UTC(), Upgrade: upgrade, Tell: tell,
		Resolvers: map[string]fetch.Resolver{"url": fetch.URL, "openml": ml.Dataset, "openml_task": ml.Task,
			"huggingface": hub.Resolve, "uci": repository.Resolve, "croissant": croissant.Resolve,
			"datapackage": datapackage.Resolve},
		Suites: map[string]fetch.Lister{"openml_suite": ml.Suite}}, nil
}

// server is the address of a source of data: that of the environment, or else its own.
func server(variable, own string) (string, error) {
	address := cmp.Or(os.Getenv(variable), own)
	if err := download.CheckURL(address); err != nil {
		return "", fmt.Errorf("%s: %w", variable, err)
	}
	return address, nil
}

// hostOf is the host of an address, with its port.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// fetchedLine says what a name stands for.
func fetchedLine(e named.Entry) string {
	rows, _ := e.File(named.Data)
	line := fmt.Sprintf("%s %s", e.Kind, e.ID)
	if e.Name != "" {
		line += ": " + e.Name
	}
	if e.Version != "" {
		line += " version " + e.Version
	}
	return fmt.Sprintf("%s, %d bytes, sha256 %s", line, rows.Bytes, rows.SHA256)
}

// installedLine says which plugin a name or an address stands for.
func installedLine(p install.Installed) string {
	line := "plugin " + p.Name
	if p.Source != p.Name && p.Version != "" {
		line += ": " + p.Source
	}
	if p.Version != "" {
		line += " " + p.Version
	}
	return fmt.Sprintf("%s for %s, sha256 %s", line, p.Archive.Platform(), p.Archive.SHA256)
}
