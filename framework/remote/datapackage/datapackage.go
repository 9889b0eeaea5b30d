// Package datapackage reads the descriptions of Data Packages, version 1 and 2 of the standard (datapackage.org).
package datapackage

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// pack is a description.
type pack struct {
	Name, Title, Version, Homepage string

	Licenses     []struct{ Name, Title, Path string }
	Contributors []struct {
		Title string
		Role  string
		Roles []string
	}
	Resources []resource
}

// resource is a table of a package.
type resource struct {
	Name            string
	Path            texts
	URL             string // of the oldest version of the standard
	Data            json.RawMessage
	Format          string
	MediaType       string
	Encoding        string
	Hash            string
	Bytes           int64
	Compression     string
	Dialect, Schema json.RawMessage // an object, or where it is
}

// Resolve resolves the attribute datapackage.
func Resolve(ctx context.Context, client *download.Client, r fetch.Request) (fetch.Answer, error) {
	d, err := fetch.Describe(ctx, client, r, r.Source.DataPackage)
	if err != nil {
		return fetch.Answer{}, err
	}
	p, err := parse(d.Bytes)
	if err != nil {
		return fetch.Answer{}, err
	}
	table, err := p.choose(r.Source.Resource)
	if err != nil {
		return fetch.Answer{}, err
	}
	for _, part := range []*json.RawMessage{&table.Dialect, &table.Schema} {
		if *part, err = elsewhere(ctx, client, d, *part); err != nil {
			return fetch.Answer{}, fmt.Errorf("resource %q: %w", table.Name, err)
		}
	}
	e, s, err := table.entry(r.Source, d.Locate)
	if err != nil {
		return fetch.Answer{}, fmt.Errorf("resource %q: %w", table.Name, err)
	}
	e.Name, e.Version, e.About = cmp.Or(p.Name, p.Title), p.Version, p.about()
	return fetch.Answer{Entry: e, Complete: s.complete}, nil
}

// parse reads a description.
func parse(b []byte) (pack, error) {
	var p pack
	if err := json.Unmarshal(b, &p); err != nil {
		return p, fmt.Errorf("the description of the Data Package cannot be read: %w", err)
	}
	if len(p.Resources) == 0 {
		return p, errors.New("the description of the Data Package has no resources")
	}
	return p, nil
}

// choose finds a resource by its name, which must be given if there are several.
func (p pack) choose(name string) (resource, error) {
	names := lists.Map(p.Resources, func(r resource) string { return r.Name })
	if name == "" && len(names) == 1 {
		return p.Resources[0], nil
	}
	if name == "" {
		return resource{}, fmt.Errorf("the Data Package has several resources, %s; name one: resource = %q",
			wording.First(names, 20), names[0])
	}
	if i := slices.Index(names, name); i >= 0 {
		return p.Resources[i], nil
	}
	return resource{}, fmt.Errorf("the Data Package has no resource %q.%s It has %s", name, wording.Meant(name, names),
		wording.First(names, 20))
}

// about is what the package says of itself.
func (p pack) about() *named.About {
	a := named.About{Page: p.Homepage}
	a.Licence = strings.Join(lists.Map(p.Licenses, func(l struct{ Name, Title, Path string }) string {
		return cmp.Or(l.Name, l.Title, l.Path)
	}), ", ")
	for _, c := range p.Contributors {
		if c.Role == "author" || slices.Contains(c.Roles, "author") || slices.Contains(c.Roles, "creator") {
			a.Creators = append(a.Creators, c.Title)
		}
	}
	return &a
}

// elsewhere reads a part of a description that is in a file of its own.
func elsewhere(ctx context.Context, client *download.Client, d fetch.Description,
	b json.RawMessage) (json.RawMessage, error) {
	var at string
	if len(b) == 0 || json.Unmarshal(b, &at) != nil {
		return b, nil
	}
	return d.Read(ctx, client, at)
}

// entry is what a resource stands for, with the schema of its table.
func (t resource) entry(written source.Source, locate func(string) (string, error)) (named.Entry, *schema, error) {
	var e named.Entry
	if len(t.Data) > 0 {
		return e, nil, errors.New("its rows are in the description itself (data), and bench reads files (path)")
	}
	form, err := t.form()
	if err != nil {
		return e, nil, err
	}
	if e.Files, err = t.files(form, locate); err != nil {
		return e, nil, err
	}
	s, err := readSchema(t.Schema)
	if err != nil {
		return e, nil, err
	}
	c, err := s.columns(written)
	if err != nil {
		return e, nil, err
	}
	c.Encoding = t.Encoding
	if form == "csv" || form == "tsv" {
		if err := applyDialect(&c, t.Dialect, s); err != nil {
			return e, nil, err
		}
	}
	e.Columns = &c
	return e, s, nil
}

// forms are formats by their media types.
var forms = map[string]string{"text/csv": "csv", "text/tab-separated-values": "tsv",
	"application/vnd.apache.parquet": "parquet", "application/x-parquet": "parquet"}

// form is the format of the files.
func (t resource) form() (string, error) {
	said := strings.ToLower(t.Format)
	if said == "" {
		said = forms[strings.ToLower(t.MediaType)]
	}
	if said == "" && len(t.Path) > 0 {
		said = extension(t.Path[0])
	}
	if !slices.Contains(formats.Names(), said) || said == "svmlight" {
		return "", fmt.Errorf("its format is %q, which bench does not read as a table", said)
	}
	return said, nil
}

// extension is the end of a name, without that of a packed file.
func extension(name string) string {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".bz2", ".zip"} {
		name = strings.TrimSuffix(name, packed)
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}

// hex is a digest.
var hex = regexp.MustCompile(`^[0-9a-f]+$`)

// files are those of the rows: one, or parts of one table.
func (t resource) files(form string, locate func(string) (string, error)) ([]named.File, error) {
	paths := t.Path
	if len(paths) == 0 && t.URL != "" {
		paths = texts{t.URL}
	}
	if len(paths) == 0 {
		return nil, errors.New("it names no file (path)")
	}
	var files []named.File
	for _, path := range paths {
		if strings.Contains(path, "://") != strings.Contains(paths[0], "://") {
			return nil, errors.New("its parts are addresses and paths, and must be all of one kind")
		}
		at, err := locate(path)
		if err != nil {
			return nil, err
		}
		files = append(files, named.File{Role: named.Part, URL: at})
	}
	if len(files) > 1 {
		// What the digest of several files is of, the standard does not say.
		return append(files, named.File{Role: named.Data, Format: form}), nil
	}
	f := &files[0]
	f.Role, f.Format, f.Bytes = named.Data, form, t.Bytes
	kind, digest, has := strings.Cut(strings.ToLower(t.Hash), ":")
	if !has {
		kind, digest = "md5", kind
	}
	switch {
	case digest == "":
	case kind == "md5" && len(digest) == 32 && hex.MatchString(digest):
		f.MD5 = digest
	case kind == "sha256" && len(digest) == 64 && hex.MatchString(digest):
		f.SHA256 = digest
	default:
		return nil, fmt.Errorf("its hash is %q, and bench checks MD5 and SHA-256 (sha256:…)", t.Hash)
	}
	return files, nil
}
