package datapackage

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/server"
	"github.com/manyclass/bench/test/server/fetched"
)

func TestPackage(t *testing.T) {
	m := fetched.New(t)
	table, e := m.Table(Resolve, `{"datapackage": "URL/datapackage/blobs/datapackage.json", "target": "class", "drop": ["remark"]}`)
	if table.Rows != 60 || len(table.Columns) != 2 || !slices.Equal(table.Target.Names, []string{"red", "green wood", "blue"}) {
		t.Errorf("%d rows, columns %v, classes %q", table.Rows, len(table.Columns), table.Target.Names)
	}
	a := e.Said()
	if e.Name != "blobs" || e.Version != "1.2.0" || a.Licence != "CC-BY-4.0" || !slices.Equal(a.Creators, []string{"A. Author"}) {
		t.Errorf("%+v %+v", e, a)
	}
}

// Parts are one table; the header of the second one is not a row, and the last line without an end is one.
func TestPartsAreOneTable(t *testing.T) {
	m := fetched.New(t)
	whole, _ := m.Table(Resolve, `{"datapackage": "URL/datapackage/blobs/datapackage.json", "target": "class", "drop": ["remark"]}`)
	parts, e := m.Table(Resolve, `{"datapackage": "URL/datapackage/parts/datapackage.json", "target": "class", "drop": ["remark"]}`)
	if parts.SHA256 != whole.SHA256 {
		t.Errorf("parts have %d rows, the whole %d", parts.Rows, whole.Rows)
	}
	if rows, _ := e.File(named.Data); len(e.Files) != 3 || rows.Bytes != int64(len(server.File("blobs.csv"))) {
		t.Errorf("files %+v", e.Files)
	}
	packed, _ := m.Table(Resolve, `{"datapackage": "URL/datapackage/packed/datapackage.json", "target": "class", "drop": ["remark"]}`)
	if packed.SHA256 != whole.SHA256 {
		t.Errorf("packed parts have %d rows, the whole %d", packed.Rows, whole.Rows)
	}
	columns, _ := m.Table(Resolve, `{"datapackage": "URL/datapackage/columns/datapackage.json", "target": "class", "drop": ["remark"]}`)
	if columns.SHA256 != whole.SHA256 {
		t.Errorf("parts as Parquet have %d rows, the whole %d", columns.Rows, whole.Rows)
	}
}

// Without a header the schema names the columns; both kinds of missing values count.
func TestDialect(t *testing.T) {
	m := fetched.New(t)
	table, _ := m.Table(Resolve, `{"datapackage": "URL/datapackage/semicolon/datapackage.json", "resource": "t", "target": "class", "drop": ["remark"]}`)
	if table.Rows != 60 || table.Missing != 2 {
		t.Errorf("%d rows, %d missing values", table.Rows, table.Missing)
	}
}

// A package on this machine is read from the folder of the experiment file.
func TestOnDisk(t *testing.T) {
	m := fetched.New(t)
	dir := filepath.Join(m.Dir, "pack")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"t.csv": "x,class\n1,a\n2,b\n3,a\n",
		"datapackage.json": `{"resources": [{"name": "t", "path": "t.csv"}]}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table, e := m.Table(Resolve, `{"datapackage": "pack/datapackage.json", "target": "class"}`)
	if table.Rows != 3 || e.Files[0].URL != "pack/t.csv" {
		t.Errorf("%d rows of %+v", table.Rows, e.Files)
	}
	if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte("x,class\n9,a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Other().Fetch(Resolve, `{"datapackage": "pack/datapackage.json"}`, &e); err == nil ||
		!strings.Contains(err.Error(), "another file") {
		t.Errorf("a changed file: %v", err)
	}
}

// Columns belong to fields by their order, or by their names where the schema says so.
func TestFieldsMatch(t *testing.T) {
	m := fetched.New(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(m.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("t.csv", "b,a,class\n1,2,u\n3,4,v\n5,6,u\n")
	for _, c := range []struct{ match, fields, want string }{
		{"", "a b class", "a b"}, {`"exact"`, "a b class", "a b"}, {`["equal"]`, "a b class", "b a"}, {`"equal"`, "a class", "lacks: b"},
		{`"equal"`, "a b c class", "lacks columns of the schema: c"}, {`"subset"`, "a class", "b a"},
		{`"subset"`, "a c class", "lacks columns of the schema: c"}, {`"superset"`, "a b c class", "b a"},
		{`"superset"`, "a class", "lacks: b"}, {`"partial"`, "c class", "b a"},
	} {
		var fields []string
		for _, name := range strings.Fields(c.fields) {
			fields = append(fields, `{"name": "`+name+`", "type": "`+map[bool]string{true: "string", false: "integer"}[name == "class"]+`"}`)
		}
		schema := `{"fields": [` + strings.Join(fields, ", ") + `]`
		if c.match != "" {
			schema += `, "fieldsMatch": ` + c.match
		}
		write("d.json", `{"resources": [{"name": "t", "path": "t.csv", "schema": `+schema+`}}]}`)
		const block = `{"datapackage": "d.json", "target": "class"}`
		if strings.Contains(c.want, "lacks") {
			m.Refused(Resolve, block, c.want)
			continue
		}
		table, _ := m.Table(Resolve, block)
		var names []string
		for _, column := range table.Columns {
			names = append(names, column.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s %s: columns %s, want %s", c.match, c.fields, got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	m := fetched.New(t)
	m.Refused(Resolve, `{"datapackage": "URL/datapackage/wrong/datapackage.json"}`, "another file", "SHA-256")
	m.Refused(Resolve, `{"datapackage": "URL/datapackage/none/datapackage.json"}`, "404")
	m.Refused(Resolve, `{"datapackage": "URL/datapackage/semicolon/datapackage.json"}`, "several resources", `resource = "t"`)
	m.Refused(Resolve, `{"datapackage": "URL/datapackage/semicolon/datapackage.json", "resource": "tt"}`, `no resource "tt"`)
	m.Refused(Resolve, `{"datapackage": "URL/with/html/datapackage/blobs/datapackage.json"}`, "cannot be read")
}

// What bench does not read is refused by its name.
func TestUnreadable(t *testing.T) {
	locate := func(at string) (string, error) { return at, nil }
	for _, c := range []struct{ resource, want string }{
		{`"path": "t.csv", "dialect": {"commentChar": "#"}`, "commentChar"},
		{`"path": "t.csv", "dialect": {"quoteChar": "'"}`, "quoteChar"},
		{`"path": "t.csv", "dialect": {"escapeChar": "|"}`, "escapeChar"},
		{`"path": "t.csv", "dialect": {"doubleQuote": false}`, "doubleQuote"},
		{`"path": "t.csv", "dialect": {"headerRows": [1, 2]}`, "headerRows"},
		{`"path": "t.csv", "dialect": {"commentRows": [2]}`, "commentRows"},
		{`"path": "t.csv", "dialect": {"lineTerminator": ";"}`, "lineTerminator"},
		{`"path": "t.csv", "dialect": {"delimiter": "||"}`, "delimiter"},
		{`"path": "t.csv", "dialect": {"header": false}`, "no schema"},
		{`"path": "t.csv", "schema": {"fields": [{"name": "a", "type": "geopoint"}]}`, "geopoint"},
		{`"path": "t.csv", "schema": {"fields": [{"name": "a", "type": "number", "decimalChar": ","}]}`, "decimal = "},
		{`"path": "t.csv", "schema": {"fields": [{"name": "a", "type": "number", "groupChar": "."}]}`, "thousands = "},
		{`"path": "t.csv", "schema": {"fields": [{"name": "a", "bareNumber": false}]}`, "bareNumber"},
		{`"path": "t.csv", "schema": {"fields": [{"name": "a", "missingValues": ["-"]}]}`, "missingValues"},
		{`"path": "t.csv", "hash": "sha1:8843d7f92416211de9ebb963ff4ce28125932878"`, "sha1"},
		{`"path": "t.xlsx"`, "xlsx"},
		{`"path": ["a.csv", "https://example.org/b.csv"]`, "all of one kind"},
		{`"data": [{"a": 1}]`, "in the description itself"},
		{`"title": "t"`, "format"},
	} {
		p, err := parse([]byte(`{"resources": [{"name": "t", ` + c.resource + `}]}`))
		if err == nil {
			_, _, err = p.Resources[0].entry(source.Source{}, locate)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.resource, err)
		}
	}
}

// Files stay in the folder of their description.
func TestLeavesNoFolder(t *testing.T) {
	m := fetched.New(t)
	for _, path := range []string{"../t.csv", "/etc/passwd", "a/../../t.csv", `..\\t.csv`, "http://example.org/t.csv", "file:///etc/passwd"} {
		text := `{"resources": [{"name": "t", "format": "csv", "path": "` + path + `"}]}`
		if err := os.WriteFile(filepath.Join(m.Dir, "d.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := m.Fetch(Resolve, `{"datapackage": "d.json"}`, nil); err == nil || strings.Contains(err.Error(), "no such file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"resources": [{"name": "t", "path": ["a.csv"], "dialect": {"delimiter": ";"}, "schema": {"fields": [{"name": "a",
		"categories": [{"value": 1, "label": "one"}]}], "missingValues": ["-", {"value": "x"}], "primaryKey": "a"}}]}`)
	f.Add(`{"resources": [{"url": "t.csv", "hash": ":", "schema": null}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parse([]byte(text))
		if err != nil {
			return
		}
		_ = p.about()
		for _, r := range p.Resources {
			if e, _, err := r.entry(source.Source{}, func(at string) (string, error) { return at, nil }); err == nil && len(e.Files) == 0 {
				t.Error("no files")
			}
		}
	})
}
