package describe

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/showing/columns"
)

// dataPackage is a descriptor of Data Package 2.0.
type dataPackage struct {
	Schema       string        `json:"$schema"`
	Name         string        `json:"name"`
	Title        string        `json:"title"`
	Description  string        `json:"description,omitempty"`
	Created      string        `json:"created,omitempty"`
	Keywords     []string      `json:"keywords,omitempty"`
	Licenses     []licence     `json:"licenses,omitempty"`
	Contributors []contributor `json:"contributors,omitempty"`
	Sources      []source      `json:"sources,omitempty"`
	Citations    []string      `json:"citations,omitempty"` // beyond the standard: BibTeX
	Resources    []resource    `json:"resources"`
}

type licence struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

type contributor struct {
	Title  string   `json:"title"`
	Given  string   `json:"givenName,omitempty"`
	Family string   `json:"familyName,omitempty"`
	Path   string   `json:"path,omitempty"`
	Roles  []string `json:"roles"`
}

type source struct {
	Title   string `json:"title"`
	Path    string `json:"path,omitempty"`
	Version string `json:"version,omitempty"`
	// These are beyond the standard.
	Licence  string   `json:"licence,omitempty"`
	Creators []string `json:"creators,omitempty"`
	Hash     string   `json:"hash,omitempty"`
}

type resource struct {
	Name        string       `json:"name"`
	Path        string       `json:"path"`
	Type        string       `json:"type,omitempty"`
	Description string       `json:"description,omitempty"`
	Format      string       `json:"format,omitempty"`
	MediaType   string       `json:"mediatype,omitempty"`
	Encoding    string       `json:"encoding,omitempty"`
	Bytes       int64        `json:"bytes"`
	Hash        string       `json:"hash"`
	Schema      *tableSchema `json:"schema,omitempty"`
}

type tableSchema struct {
	Fields []schemaField `json:"fields"`
}

type schemaField struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Unit        string `json:"unit,omitempty"` // beyond the standard
	Description string `json:"description"`
}

// DataPackage writes the set as a descriptor of Data Package 2.0.
func (s Set) DataPackage(w io.Writer) error {
	d := dataPackage{
		Schema: "https://datapackage.org/profiles/2.0/datapackage.json",
		Name:   strings.ToLower(names{}.next(s.Name)), Title: s.Title, Description: s.Doc, Created: s.Made,
		Keywords: s.Keywords, Citations: s.Citations, Resources: []resource{},
	}
	if s.CiteAs != "" {
		d.Citations = append([]string{s.CiteAs}, s.Citations...)
	}
	if s.Licence != "" {
		d.Licenses = []licence{{s.Licence, licencePage(s.Licence)}}
	}
	for _, p := range s.Authors {
		c := contributor{Title: p.Name(), Path: p.ORCID, Roles: []string{"creator"}}
		if p.Given != "" {
			c.Given, c.Family = p.Given, p.Family
		}
		d.Contributors = append(d.Contributors, c)
	}
	for _, from := range s.Sources {
		of := source{Title: from.Title, Path: from.Page, Version: from.Version, Licence: from.Licence,
			Creators: from.Creators}
		if from.SHA256 != "" {
			of.Hash = hashPrefix + from.SHA256
		}
		d.Sources = append(d.Sources, of)
	}
	taken := names{}
	for _, f := range s.Files {
		d.Resources = append(d.Resources, f.resource(taken))
	}
	return write(w, d)
}

const hashPrefix = "sha256:"

func (f File) resource(taken names) resource {
	format, media := f.kind()
	r := resource{Name: strings.ToLower(taken.next(f.Name)), Path: f.Name, Description: f.Doc, Format: format,
		MediaType: media, Bytes: f.Bytes, Hash: hashPrefix + f.SHA256}
	if f.Fields != nil {
		r.Type, r.Encoding = "table", "utf-8"
		r.Schema = &tableSchema{Fields: lists.Map(f.Fields, func(field columns.Field) schemaField {
			return schemaField{field.Name, field.Kind.String(), field.Unit, field.Doc}
		})}
	}
	return r
}

// Read returns the set that a descriptor of a report describes; nothing is known of its publication and citations.
func Read(r io.Reader) (Set, error) {
	var d dataPackage
	if err := json.NewDecoder(r).Decode(&d); err != nil {
		return Set{}, err
	}
	s := Set{Name: d.Name, Title: d.Title, Doc: d.Description, Made: d.Created, Citations: d.Citations}
	for _, from := range d.Sources {
		s.Sources = append(s.Sources, Source{from.Title, from.Path, from.Version, from.Licence, from.Creators,
			strings.TrimPrefix(from.Hash, hashPrefix)})
	}
	for _, of := range d.Resources {
		f := File{Name: of.Path, Doc: of.Description, Bytes: of.Bytes, SHA256: strings.TrimPrefix(of.Hash, hashPrefix)}
		if of.Schema != nil {
			for _, field := range of.Schema.Fields {
				kind, err := kindOf(field.Type)
				if err != nil {
					return Set{}, fmt.Errorf("field %q of %s: %w", field.Name, of.Path, err)
				}
				f.Fields = append(f.Fields, columns.Field{Name: field.Name, Kind: kind, Unit: field.Unit, Doc: field.Description})
			}
		}
		s.Files = append(s.Files, f)
	}
	return s, nil
}

func kindOf(name string) (columns.Kind, error) {
	for _, kind := range []columns.Kind{columns.Text, columns.Integer, columns.Number} {
		if kind.String() == name {
			return kind, nil
		}
	}
	return 0, fmt.Errorf("the type %q is not one of string, integer and number", name)
}
