package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/named"
)

func dataCommand() *cobra.Command {
	c := group(&cobra.Command{Use: "data", Short: "Tell what the cache of fetched data holds"})
	c.AddCommand(dataListCommand(), dataShowCommand())
	return c
}

func dataListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the data in the cache",
		Long:    "Lists what bench fetch has brought into the cache, $XDG_CACHE_HOME/bench or ~/.cache/bench.",
		Example: "  bench data list",
		Args:    exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			kept, _, err := keptData()
			if err != nil {
				return err
			}
			if len(kept) == 0 {
				_, err := fmt.Fprintln(c.OutOrStdout(), "the cache holds no data; bench fetch FILE brings it there")
				return err
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "name\tsource\tversion\tbytes\tSHA-256\tlicence")
			for _, e := range kept {
				rows, _ := e.File(named.Data)
				fmt.Fprintf(w, "%s\t%s %s\t%s\t%d\t%.12s\t%s\n", cmp.Or(e.Name, "–"), e.Kind, e.ID, cmp.Or(e.Version, "–"),
					rows.Bytes, rows.SHA256, cmp.Or(e.Said().Licence, "not known"))
			}
			return w.Flush()
		},
	}
}

func dataShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Show the source, licence, citation and digest of data in the cache",
		Long: "NAME is what the source calls the data, such as iris, its number there, such as 61, or the beginning\n" +
			"of the SHA-256 of its file.",
		Example: "  bench data show iris\n  bench data show 61",
		Args:    exactly("NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			kept, store, err := keptData()
			if err != nil {
				return err
			}
			found := lists.Filter(kept, func(e named.Entry) bool { return called(e, args[0]) })
			if len(found) == 0 {
				return fmt.Errorf("the cache holds no data called %q; bench data list shows what it holds", args[0])
			}
			for _, e := range found {
				showData(c.OutOrStdout(), e, store)
			}
			return nil
		},
	}
}

// keptData lists what the cache of the user holds.
func keptData() ([]named.Entry, cache.Cache, error) {
	store, err := cache.Open()
	if err != nil {
		return nil, store, err
	}
	kept, err := named.Kept(store)
	return kept, store, err
}

// called reports whether data are meant by a name.
func called(e named.Entry, name string) bool {
	rows, _ := e.File(named.Data)
	return e.Name == name || e.ID == name || e.Kind+" "+e.ID == name ||
		len(name) >= 6 && strings.HasPrefix(rows.SHA256, strings.ToLower(name))
}

// showData prints what is known of data.
func showData(w io.Writer, e named.Entry, store cache.Cache) {
	fmt.Fprintf(w, "%s %s\n", e.Kind, e.ID)
	a, c := e.Said(), e.Of()
	for _, of := range [][2]string{
		{"name", e.Name}, {"version", e.Version}, {"page", a.Page}, {"licence", cmp.Or(a.Licence, "not known")},
		{"creators", strings.Join(a.Creators, ", ")}, {"cite", a.Citation}, {"target", strings.Join(c.Target, ", ")},
		{"left out", strings.Join(c.Drop, ", ")}, {"fetched", e.Fetched},
	} {
		if of[1] != "" {
			fmt.Fprintf(w, "  %-9s %s\n", of[0], of[1])
		}
	}
	for _, f := range e.Files {
		path, there := store.Path(f.SHA256)
		if !there {
			path = "not in the cache; run bench fetch"
		}
		fmt.Fprintf(w, "  %s\n    from      %s\n    sha256    %s\n    at        %s\n", f.Role,
			cmp.Or(f.URL, f.Member+" in the archive"), f.SHA256, path)
	}
}
