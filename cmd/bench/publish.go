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

// publication is what the flags of bench publish say.
type publication struct {
	publish.Input
	out     string
	authors []string
}

func publishCommand() *cobra.Command {
	var p publication
	c := &cobra.Command{
		Use:   "publish DIR -out FOLDER -author NAME",
		Short: "Put results into a folder for a repository of research data",
		Long: "Copies a results folder for a repository such as Zenodo, OSF or Dryad: the experiment file with its lock\n" +
			"file, scores, tables, pictures, the report page and the record of the run, with a README.md, CITATION.cff,\n" +
			"datapackage.json, croissant.json and SHA256SUMS. Data, logs and your own files are not copied. The title is\n" +
			"that of the experiment. The same results and flags give the same bytes.",
		Example:           "  bench publish results/quickstart -out upload -author Lovelace -licence CC-BY-4.0",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
		RunE:              func(_ *cobra.Command, args []string) error { return p.write(args[0]) },
	}
	p.addTo(c)
	return c
}

func (p *publication) addTo(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&p.out, "out", "", "`FOLDER` to write, which must be empty or not exist")
	f.StringArrayVar(&p.authors, "author", nil,
		"`NAME` of an author, \"Family, Given\" or an organisation without a comma, "+
			"and an ORCID in angle brackets if there is one; once for each author, in order")
	f.StringVar(&p.Title, "title", "", "`TITLE` (default that of the experiment)")
	f.StringVar(&p.Licence, "licence", "", "`LICENCE` of the results, as SPDX calls it, such as CC-BY-4.0")
	f.StringVar(&p.Date, "date", "", "`DATE` of publication, YYYY-MM-DD")
	f.StringArrayVar(&p.Keywords, "keyword", nil, "`WORD` under which the results are found; may be repeated")
	f.BoolVar(&p.Journal, "journal", true, "whether to copy the record of the run, from which all else can be made again")
}

func (p *publication) write(dir string) (err error) {
	if p.out == "" {
		return errors.New("-out FOLDER is missing: bench publish writes a new folder")
	}
	if _, err := time.Parse(time.DateOnly, p.Date); p.Date != "" && err != nil {
		return fmt.Errorf("-date %s is not a date: write YYYY-MM-DD", p.Date)
	}
	if p.Licence != "" && !licences.MatchString(p.Licence) {
		return fmt.Errorf("-licence %s is not an identifier of SPDX, such as CC-BY-4.0 or CC0-1.0", p.Licence)
	}
	for _, text := range p.authors {
		author, err := publish.Author(text)
		if err != nil {
			return fmt.Errorf("-author %w", err)
		}
		p.Authors = append(p.Authors, author)
	}
	p.Dir = dir
	if p.Manifest, err = folder.ReadManifest(dir); err != nil {
		return err
	}
	if p.Input.Input, err = readStored(dir); err != nil {
		return err
	}
	done, err := publish.Write(p.out, p.Input)
	return tellPublished(p.out, done, err)
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
