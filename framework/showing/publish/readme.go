package publish

import (
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/describe"
)

// page is the page that explains the folder.
type page struct {
	Input
	set   describe.Set
	files []describe.File
}

func (in Input) page(set describe.Set, f *folder) page { return page{in, set, f.files(set.Files)} }

func (p page) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", markdown(p.Title))
	fmt.Fprintf(&b, "%s\n\n", strings.Join(lists.Map(p.Authors, func(a describe.Person) string {
		if a.ORCID == "" {
			return markdown(a.Name())
		}
		return fmt.Sprintf("[%s](%s)", markdown(a.Name()), a.ORCID)
	}), ", "))
	if p.Licence != "" {
		fmt.Fprintf(&b, "Licence: [%s](https://spdx.org/licenses/%s.html)\n\n", p.Licence, p.Licence)
	} else {
		b.WriteString("No licence is stated: ask the authors before you reuse these files.\n\n")
	}
	b.WriteString(markdown(p.set.Doc))
	if text := p.missing(); text != "" {
		fmt.Fprintf(&b, " The results are incomplete: %s.", text)
	}
	b.WriteString(" Begin with `report.html`, which opens in any browser.\n\n")
	p.list(&b)
	p.data(&b)
	p.check(&b)
	p.software(&b)
	b.WriteString("## How to cite\n\n`CITATION.cff` says how to cite these results:\n\n```bibtex\n" +
		p.set.CiteAs + "\n```\n\n")
	b.WriteString("Cite bench and the data, too:\n\n```bibtex\n" +
		strings.TrimSpace(strings.Join(p.set.Citations, "\n")) + "\n```\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// list is the table of files, with a row for all of a kind in a folder.
func (p page) list(b *strings.Builder) {
	b.WriteString("## Files\n\n| file | content |\n|:--|:--|\n")
	var names []string
	docs, counts := map[string]string{}, map[string]int{}
	add := func(name, doc string) {
		if counts[name]++; counts[name] == 1 {
			names, docs[name] = append(names, name), doc
		}
	}
	for _, f := range p.files {
		name, doc := f.Name, f.Doc
		switch folder := path.Dir(f.Name); folder {
		case "tables", "plots", "journal":
			name = folder + "/*" + path.Ext(f.Name)
			doc = describe.Doc(folder + "/any" + path.Ext(f.Name))
			if strings.HasPrefix(f.Name, "journal/plan-") {
				name, doc = f.Name, f.Doc
			}
		}
		add(name, doc)
	}
	for _, name := range []string{describe.PackageFile, describe.CroissantFile, "manifest.json", "SHA256SUMS",
		"README.md"} {
		add(name, describe.Doc(name))
	}
	slices.Sort(names)
	for _, name := range names {
		many := ""
		if counts[name] > 1 {
			many = fmt.Sprintf(" (%d files)", counts[name])
		}
		fmt.Fprintf(b, "| `%s` | %s%s |\n", name, wording.Capital(docs[name]), many)
	}
	b.WriteString("\nEvery column of the CSV files is described in `datapackage.json` and `croissant.json`.\n\n")
}

// data lists what the results were made from.
func (p page) data(b *strings.Builder) {
	b.WriteString("## Data\n\nThe data themselves are not in this folder.\n\n" +
		"| dataset | version | licence | creators | SHA-256 of the file |\n|:--|:--|:--|:--|:--|\n")
	for _, s := range p.set.Sources {
		title := markdown(s.Title)
		if s.Page != "" {
			title = fmt.Sprintf("[%s](%s)", title, s.Page)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | `%s` |\n", title, markdown(s.Version), markdown(s.Licence),
			markdown(strings.Join(s.Creators, "; ")), s.SHA256)
	}
	b.WriteString("\n")
}

// check says how to find out whether the results are true.
func (p page) check(b *strings.Builder) {
	b.WriteString("## How to check\n\nWhether all files are as they were published:\n\n" +
		"```sh\nsha256sum -c SHA256SUMS\n```\n\n")
	if p.Journal {
		b.WriteString("Whether bench wrote the files as they are, and whether scores, tables and pictures follow from the " +
			"record of the run; the second command writes them again, so use a copy of this folder:\n\n" +
			"```sh\nbench diff . .\nbench report COPY\n```\n\n")
	}
	if p.Manifest.File == "" || p.Manifest.Source == nil {
		return
	}
	file := wording.ShellWord(p.Manifest.File)
	fmt.Fprintf(b, "To run the experiment again, copy `experiment/%s` to its data, and compare:\n\n```sh\nbench run %s "+
		"-out again\nbench diff . again\n```\n\n", markdown(p.Manifest.File), file)
}

// software says what made the results.
func (p page) software(b *strings.Builder) {
	m := p.Manifest
	b.WriteString("## Software and machine\n\n")
	for _, run := range m.Runs() {
		fmt.Fprintf(b, "- bench %s", run.Bench.Version)
		if run.Bench.Revision != "" {
			fmt.Fprintf(b, " (revision %s)", run.Bench.Revision)
		}
		fmt.Fprintf(b, ", Go %s, vector kernels %s, %s/%s with %s\n", run.Bench.Go, run.Kernels, run.Host.OS, run.Host.Arch,
			wording.Count(run.Host.CPUs, "processor"))
	}
	for _, plugin := range m.Plugins {
		var on []string
		for _, name := range slices.Sorted(maps.Keys(plugin.Runtimes)) {
			on = append(on, name+" "+plugin.Runtimes[name])
		}
		fmt.Fprintf(b, "- plugin %s %s (%s), SHA-256 `%s`\n", plugin.Name, plugin.Version, markdown(strings.Join(on, ", ")),
			plugin.SHA256)
	}
	b.WriteString("\n")
}

// markdown is a text in which nothing is a mark of Markdown or HTML, on one line.
func markdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;",
		"&", "&amp;", "[", `\[`,
		"]", `\]`).Replace(strings.Join(strings.Fields(text), " "))
}
