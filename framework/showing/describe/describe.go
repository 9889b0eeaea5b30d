// Package describe writes what results are for programs that know no experiment: the files of
// a folder with their columns, digests, sources, authors and licence, as datapackage.json
// (Data Package 2.0) and as croissant.json (Croissant 1.1). It makes no results and reads none.
package describe

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/manyclass/bench/framework/showing/columns"
)

// The names of the descriptions in a results folder.
const (
	PackageFile   = "datapackage.json"
	CroissantFile = "croissant.json"
)

// Set is a folder of results. Texts are plain, "" if they are not known.
type Set struct {
	Name  string // of the experiment
	Title string
	Doc   string // a few sentences
	Made  string // when the results were made, "2006-01-02T15:04:05Z"
	Publication
	Sources   []Source
	Citations []string // BibTeX entries of the software and of the data that the results are made of
	Files     []File   // in the order of their names
}

// Publication is what only whoever publishes results knows.
type Publication struct {
	Authors  []Person
	Licence  string // identifier of SPDX
	Date     string // "2006-01-02"
	Keywords []string
	CiteAs   string // the BibTeX entry of the results themselves
}

// Person is an author. An organisation has a family name only.
type Person struct {
	Family, Given string
	ORCID         string // "https://orcid.org/…"
}

// Name is the name in the usual order.
func (p Person) Name() string { return strings.TrimSpace(p.Given + " " + p.Family) }

// Source is data that the results are made from.
type Source struct {
	Title    string
	Page     string // address
	Version  string
	Licence  string // as its source calls it
	Creators []string
	SHA256   string // of the file
}

// File is a file of the folder.
type File struct {
	Name   string // with slashes
	Doc    string
	Bytes  int64
	SHA256 string
	Fields []columns.Field // nil unless it is a table in CSV
}

// mediaTypes are those of the extensions that files of results have.
var mediaTypes = map[string]string{
	"bib": "application/x-bibtex", "cff": "application/yaml", "csv": "text/csv", "hcl": "text/plain", "html": "text/html",
	"json": "application/json", "jsonl": "application/jsonl", "md": "text/markdown", "svg": "image/svg+xml",
	"tex": "application/x-tex", "txt": "text/plain", "typ": "text/plain",
}

// kind is the format and the media type of a file, by its extension. What is compressed has those of its content.
func (f File) kind() (format, media string) {
	format = strings.TrimPrefix(path.Ext(strings.TrimSuffix(f.Name, ".gz")), ".")
	media, known := mediaTypes[format]
	if !known {
		return format, "application/octet-stream"
	}
	return format, media
}

// licencePage is where SPDX has the text of a licence.
func licencePage(id string) string { return "https://spdx.org/licenses/" + id + ".html" }

// unsafe is what names of resources and identifiers do not have.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// names gives each name of a list in letters that are safe everywhere, each once.
type names map[string]bool

func (taken names) next(name string) string {
	safe := strings.Trim(unsafe.ReplaceAllString(name, "-"), "-")
	if safe == "" {
		safe = "unnamed"
	}
	unique := safe
	for n := 2; taken[strings.ToLower(unique)]; n++ {
		unique = fmt.Sprintf("%s-%d", safe, n)
	}
	taken[strings.ToLower(unique)] = true
	return unique
}

// write writes a value as JSON for people and programs, the same bytes each time.
func write(w io.Writer, value any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(value)
}
