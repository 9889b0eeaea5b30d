package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/showing/publish"
)

// licences are identifiers of SPDX.
var licences = regexp.MustCompile(`^[A-Za-z0-9.+-]+$`)

func publishCommand() *cobra.Command {
	var in publish.Input
	var authors []string
	var out string
	c := &cobra.Command{
		Use:   "publish DIR -out FOLDER -author NAME",
		Short: "Put results into a folder for a repository of research data",
		Long: "Copies a results folder for a repository such as Zenodo, OSF or Dryad: the experiment file with its lock\n" +
			"file, scores, tables, pictures, the report page and the record of the run, with a README.md, CITATION.cff,\n" +
			"datapackage.json, croissant.json and SHA256SUMS. Data, logs and your own files are not copied. The title is\n" +
			"that of the experiment. The same results and flags give the same bytes.",
		Example: "  bench publish results/quickstart -out upload -author \"Lovelace, Ada <0000-0002-1825-0097>\" \\\n" +
			"      -licence CC-BY-4.0 -date 2026-12-01",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
	}
	f := c.Flags()
	f.StringVar(&out, "out", "", "`FOLDER` to write, which must be empty or not exist")
	f.StringArrayVar(&authors, "author", nil, "`NAME` of an author, \"Family, Given\" or an organisation without a comma, "+
		"and an ORCID in angle brackets if there is one; once for each author, in order")
	f.StringVar(&in.Title, "title", "", "`TITLE` (default that of the experiment)")
	f.StringVar(&in.Licence, "licence", "", "`LICENCE` of the results, as SPDX calls it, such as CC-BY-4.0")
	f.StringVar(&in.Date, "date", "", "`DATE` of publication, YYYY-MM-DD")
	f.StringArrayVar(&in.Keywords, "keyword", nil, "`WORD` under which the results are found; may be repeated")
	f.BoolVar(&in.Journal, "journal", true, "whether to copy the record of the run, from which all else can be made again")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if out == "" {
			return errors.New("-out FOLDER is missing: bench publish writes a new folder")
		}
		if _, err := time.Parse(time.DateOnly, in.Date); in.Date != "" && err != nil {
			return fmt.Errorf("-date %s is not a date: write YYYY-MM-DD", in.Date)
		}
		if in.Licence != "" && !licences.MatchString(in.Licence) {
			return fmt.Errorf("-licence %s is not an identifier of SPDX, such as CC-BY-4.0 or CC0-1.0", in.Licence)
		}
		for _, text := range authors {
			author, err := publish.Author(text)
			if err != nil {
				return fmt.Errorf("-author %w", err)
			}
			in.Authors = append(in.Authors, author)
		}
		in.Dir = args[0]
		if in.Manifest, err = folder.ReadManifest(in.Dir); err != nil {
			return err
		}
		if in.Input, err = readStored(in.Dir); err != nil {
			return err
		}
		p, err := publish.Write(out, in)
		return tellPublished(out, p, err)
	}
	return c
}

// tellPublished says what was published, and what is missing there.
func tellPublished(out string, p publish.Published, err error) error {
	if err != nil {
		return err
	}
	for _, remark := range p.Remarks {
		fmt.Fprintf(os.Stderr, "remark: %s\n", remark)
	}
	fmt.Fprintf(os.Stderr, "%s, %d bytes, in %s\n", wording.Count(p.Files, "file"), p.Bytes, out)
	return nil
}
