package publish

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/showing/cite"
	"github.com/manyclass/bench/framework/showing/describe"
)

var orcid = regexp.MustCompile(`^(https://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$`)

// Author reads an author: "Family name, Given name", or an organisation without a comma, and either with an ORCID in
// angle brackets after it.
func Author(text string) (describe.Person, error) {
	name, rest, has := strings.Cut(text, "<")
	p := describe.Person{}
	if has {
		id := orcid.FindStringSubmatch(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), ">")))
		if id == nil {
			return p, fmt.Errorf("%q: in angle brackets an ORCID is expected, such as <0000-0002-1825-0097>", text)
		}
		p.ORCID = "https://orcid.org/" + id[2]
	}
	family, given, _ := strings.Cut(name, ",")
	p.Family, p.Given = strings.TrimSpace(family), strings.TrimSpace(given)
	if p.Family == "" {
		return p, fmt.Errorf("%q has no family name: write \"Family name, Given name\"", text)
	}
	return p, nil
}

// citation is the BibTeX entry of the results.
func (in Input) citation(key string) string {
	authors := lists.Map(in.Authors, func(p describe.Person) string {
		if p.Given == "" {
			return "{" + cite.Plain(p.Family) + "}"
		}
		return cite.Plain(p.Family) + ", " + cite.Plain(p.Given)
	})
	fields := map[string]string{"author": strings.Join(authors, " and "), "title": "{" + cite.Plain(in.Title) + "}",
		"note": "Data set"}
	if in.Date != "" {
		fields["year"] = in.Date[:4]
	}
	return strings.TrimSuffix(cite.BibTeX(contract.Source{Key: key, Type: "misc", Fields: fields}), "\n")
}

// citationFile writes CITATION.cff in version 1.2.0 of its format. Texts are in double quotes, as in JSON.
func (in Input) citationFile(w io.Writer) error {
	var b strings.Builder
	b.WriteString("cff-version: 1.2.0\nmessage: \"If you use these results, please cite them as below.\"\ntype: dataset\n")
	fmt.Fprintf(&b, "title: %s\nauthors:\n", quoted(in.Title))
	for _, p := range in.Authors {
		if p.Given == "" {
			fmt.Fprintf(&b, "  - name: %s\n", quoted(p.Family))
		} else {
			fmt.Fprintf(&b, "  - family-names: %s\n    given-names: %s\n", quoted(p.Family), quoted(p.Given))
		}
		if p.ORCID != "" {
			fmt.Fprintf(&b, "    orcid: %s\n", quoted(p.ORCID))
		}
	}
	if in.Licence != "" {
		fmt.Fprintf(&b, "license: %s\n", in.Licence)
	}
	if in.Date != "" {
		fmt.Fprintf(&b, "date-released: %s\n", quoted(in.Date))
	}
	if len(in.Keywords) > 0 {
		b.WriteString("keywords:\n")
	}
	for _, word := range in.Keywords {
		fmt.Fprintf(&b, "  - %s\n", quoted(word))
	}
	in.references(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// references are what the results are based on: bench, and data of which the authors are known.
func (in Input) references(b *strings.Builder) {
	b.WriteString("references:\n  - type: software\n    title: bench\n    authors:\n      - name: The bench authors\n")
	if in.Manifest.Bench.Version != "" {
		fmt.Fprintf(b, "    version: %s\n", quoted(in.Manifest.Bench.Version))
	}
	b.WriteString("    repository-code: \"https://github.com/manyclass/bench\"\n")
	for _, d := range in.Plan.Datasets {
		o := d.Origin
		if o == nil || len(o.Creators) == 0 || o.Name == "" { // nobody is known to cite
			continue
		}
		fmt.Fprintf(b, "  - type: data\n    title: %s\n    authors:\n", quoted(o.Name))
		for _, creator := range o.Creators {
			fmt.Fprintf(b, "      - name: %s\n", quoted(creator))
		}
		if strings.HasPrefix(o.Page, "https://") {
			fmt.Fprintf(b, "    url: %s\n", quoted(o.Page))
		}
	}
}

// quoted is a text in YAML.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts have JSON
	}
	return string(b)
}
