package describe

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/showing/columns"
)

func full() Set {
	return Set{
		Name: "My Exp", Title: "Title <&>", Doc: "Doc.", Made: "2026-01-02T03:04:05Z",
		Publication: Publication{
			Authors: []Person{{Family: "Lovelace", Given: "Ada", ORCID: "https://orcid.org/0000-0002-1825-0097"}, {Family: "The group"}},
			Licence: "CC-BY-4.0", Date: "2026-02-03", Keywords: []string{"benchmark"}, CiteAs: "@misc{own}",
		},
		Sources:   []Source{{Title: "iris", Page: "https://example.org", Version: "1", Licence: "CC0", Creators: []string{"F"}, SHA256: "ab"}},
		Citations: []string{"@misc{bench}"},
		Files: []File{
			{Name: "tables/a b.csv", Doc: "rows", Bytes: 3, SHA256: "cd", Fields: []columns.Field{
				{Name: "x[C=1]", Kind: columns.Number, Unit: "s", Doc: "time"}, {Name: "x(C=1)", Kind: columns.Text, Doc: "other"}}},
			{Name: "tables/A-b.csv", Doc: "rows", Bytes: 4, SHA256: "ef", Fields: []columns.Field{{Name: "y", Doc: "one"}}},
			{Name: "report.html", Bytes: 5, SHA256: "01"},
		},
	}
}

// What is written of the files can be read again, and no name comes twice.
func TestDataPackage(t *testing.T) {
	var b bytes.Buffer
	if err := full().DataPackage(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"name": "my-exp"`, `"title": "Title <&>"`, `"name": "tables-a-b.csv"`,
		`"name": "tables-a-b.csv-2"`, `"path": "tables/a b.csv"`, `"hash": "sha256:cd"`, `"bytes": 3`,
		`"unit": "s"`, `"type": "number"`, `"path": "https://spdx.org/licenses/CC-BY-4.0.html"`, `"familyName": "Lovelace"`,
		`"title": "The group"`, `"mediatype": "text/html"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("without %s:\n%s", want, b.String())
		}
	}
	got, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if want := full(); !reflect.DeepEqual(got.Files, want.Files) || !reflect.DeepEqual(got.Sources, want.Sources) {
		t.Errorf("read %+v", got)
	}
	if _, err := Read(strings.NewReader(`{"resources":[{"path":"a.csv","schema":{"fields":[{"name":"x","type":"geo"}]}}]}`)); err == nil ||
		!strings.Contains(err.Error(), `"geo"`) {
		t.Errorf("of an unknown type: %v", err)
	}
}

func TestCroissant(t *testing.T) {
	var b bytes.Buffer
	if err := full().Croissant(&b); err != nil {
		t.Fatal(err)
	}
	var top struct {
		ConformsTo, License, CiteAs string
		Creator                     []map[string]string
		Distribution                []map[string]string
		RecordSet                   []struct {
			Field []struct {
				ID     string `json:"@id"`
				Source struct {
					FileObject map[string]string
					Extract    map[string]string
				}
				Description, DataType string
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &top); err != nil {
		t.Fatal(err)
	}
	if top.ConformsTo != "http://mlcommons.org/croissant/1.1" || top.CiteAs != "@misc{own}" || len(top.Creator) != 2 ||
		top.Creator[1]["@type"] != "sc:Organization" || len(top.Distribution) != 3 || len(top.RecordSet) != 2 {
		t.Errorf("%+v", top)
	}
	if d := top.Distribution[0]; d["contentUrl"] != "tables/a%20b.csv" || d["sha256"] != "cd" || d["@id"] != "tables-a-b.csv" {
		t.Errorf("%v", d)
	}
	fields := top.RecordSet[0].Field
	if f := fields[0]; f.Source.FileObject["@id"] != "tables-a-b.csv" || f.Source.Extract["column"] != "x[C=1]" ||
		f.Description != "time, in s" || f.DataType != "sc:Float" || f.ID == fields[1].ID {
		t.Errorf("%+v", fields)
	}
}

// Nothing that is not known is written.
func TestUnknown(t *testing.T) {
	s := Set{Name: "e", Title: "e"}
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return s.DataPackage(b) }, func(b *bytes.Buffer) error { return s.Croissant(b) }} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"licens", "contributors", "creator", "datePublished", `"citeAs": "@`, "unknown"} {
			if strings.Contains(b.String(), word) {
				t.Errorf("%s in:\n%s", word, b.String())
			}
		}
	}
}
