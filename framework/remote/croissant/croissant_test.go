package croissant

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/server/fetched"
)

// The label is the target, the enumeration has its order and a value that never occurs, the key and columns without a field
// are left out.
func TestFile(t *testing.T) {
	m := fetched.New(t)
	table, e := m.Table(Resolve, `{"croissant": "URL/croissant/blobs.json"}`)
	if table.Rows != 60 || len(table.Columns) != 2 || !slices.Equal(table.Target.Names, []string{"red", "green wood", "blue"}) ||
		!slices.Equal(table.Declared.Names, []string{"red", "green wood", "never", "blue"}) {
		t.Errorf("%d rows, %d columns, classes %q of %q", table.Rows, len(table.Columns), table.Target.Names, table.Declared.Names)
	}
	if a := e.Said(); a.Creators[0] != "A. Author" || !strings.HasPrefix(a.Citation, "@misc") ||
		!strings.Contains(a.Licence, "CC-BY-4.0") || e.Version != "1.0.0" {
		t.Errorf("%+v", a)
	}
}

// A file of an archive, and a file set whose files make one table, are the same rows.
func TestArchive(t *testing.T) {
	m := fetched.New(t)
	whole, _ := m.Table(Resolve, `{"croissant": "URL/croissant/blobs.json"}`)
	member, _ := m.Table(Resolve, `{"croissant": "URL/croissant/member.json"}`)
	set, e := m.Table(Resolve, `{"croissant": "URL/croissant/set.json"}`)
	if member.SHA256 != whole.SHA256 || set.SHA256 != whole.SHA256 {
		t.Errorf("%d, %d and %d rows", whole.Rows, member.Rows, set.Rows)
	}
	var members []string
	for _, f := range e.Files {
		members = append(members, f.Role+" "+f.Member)
	}
	if !slices.Equal(members, []string{"archive ", "data ", "part in/a.csv", "part in/b.csv"}) {
		t.Errorf("%q", members)
	}
}

func TestWrongDigest(t *testing.T) {
	m := fetched.New(t)
	m.Refused(Resolve, `{"croissant": "URL/croissant/wrong.json"}`, "another file", "SHA-256")
	m.Refused(Resolve, `{"croissant": "URL/croissant/blobs.json", "record_set": "row"}`, `no record set "row"`, `"rows"`)
}

// described is a description with this context, these files, and this record set, of which the last field is given.
func described(context, file, field string) string {
	return `{"@context": ` + context + `, "dct:conformsTo": "http://mlcommons.org/croissant/1.0",
	"distribution": [{"@type": "cr:FileObject", "@id": "t", "contentUrl": "t.csv", "encodingFormat": "text/csv"}, {"@type": "cr:FileObject",
	"@id": "u", "contentUrl": "u.csv", "encodingFormat": "text/csv"}, ` + file + `],
	"cr:recordSet": [{"@id": "splits", "dataType": "cr:Split", "key": {"@id": "splits/name"}, "data": [{"splits/name": "train"},
	{"splits/name": "test"}]}, {"@id": "four", "dataType": "cr:Split", "data": [{"four/name": "train"}, {"four/name": "val"}]},
	{"@id": "rows", "cr:field": [{"@id": "rows/x", "dataType": "sc:Float",
	"source": {"fileObject": {"@id": "t"}, "extract": {"column": "x"}}}, ` + field + `]}]}`
}

const other = `{"@id": "z"}`

// Names of JSON-LD are relative to the context: prefixes, full addresses and terms mean the same.
func TestTerms(t *testing.T) {
	for _, c := range []struct{ context, label string }{
		{`{"@vocab": "https://schema.org/"}`, "cr:Label"},
		{`{"@vocab": "https://schema.org/"}`, "http://mlcommons.org/croissant/Label"},
		{`{"c": "http://mlcommons.org/croissant/"}`, "c:Label"},
		{`["https://schema.org", {"L": {"@id": "cr:Label"}}]`, "L"},
	} {
		a, err := resolve([]byte(described(c.context, other, `{"@id": "rows/y", "dataType": ["sc:Text", "`+c.label+`"],
			"source": {"fileObject": {"@id": "t"}, "extract": {"column": "y"}}}`)), source.Source{}, anywhere)
		if err != nil || !slices.Equal(a.Entry.Of().Target, []string{"y"}) || a.Entry.Of().Types["x"] != "numeric" {
			t.Errorf("%s: %v, %+v", c.label, err, a.Entry.Columns)
		}
	}
}

func anywhere(at string) (string, error) { return at, nil }

// Another label than the target would tell the class.
func TestLabels(t *testing.T) {
	label := func(name string) string {
		return `{"@id": "rows/` + name + `", "dataType": ["sc:Text", "cr:Label"], "source": {"fileObject": {"@id": "t"},
			"extract": {"column": "` + name + `"}}}`
	}
	b := []byte(described("{}", other, label("y")+","+label("z")))
	if _, err := resolve(b, source.Source{}, anywhere); err == nil || !strings.Contains(err.Error(), "several labels, y, z") {
		t.Errorf("%v", err)
	}
	a, err := resolve(b, source.Source{Roles: source.Roles{Target: "z"}}, anywhere)
	if err != nil || !slices.Equal(a.Entry.Of().Drop, []string{"y"}) {
		t.Errorf("%v, %+v", err, a.Entry.Columns)
	}
}

func TestSplit(t *testing.T) {
	field := `{"@id": "rows/part", "references": {"@id": "splits/name"}, "source": {"fileObject": {"@id": "t"}, "extract": {"column": "p"}}}`
	a, err := resolve([]byte(described("{}", other, field)), source.Source{}, anywhere)
	if err != nil || a.Entry.Of().Split != "p" {
		t.Errorf("%v, %+v", err, a.Entry.Columns)
	}
}

// What bench does not read is refused with the name of the field, and left out if the block drops it.
func TestUnreadable(t *testing.T) {
	from := `"source": {"fileObject": {"@id": "t"}, "extract": {"column": "y"}}`
	for _, c := range []struct{ file, field, want string }{
		{other, `{"@id": "rows/y", "source": {"fileObject": {"@id": "u"}, "extract": {"column": "y"}}}`, "does not join"},
		{other, `{"@id": "rows/y", "source": {"@id": "movies/title"}}`, "does not join"},
		{other, `{"@id": "rows/y", "source": {"recordSet": {"@id": "movies"}}}`, "does not join"},
		{other, `{"@id": "rows/y", "subField": [{"@id": "rows/y/z"}], ` + from + `}`, "subField"},
		{other, `{"@id": "rows/y", "isArray": true, ` + from + `}`, "lists"},
		{other, `{"@id": "rows/y", "repeated": true, ` + from + `}`, "lists"},
		{other, `{"@id": "rows/y", "source": {"fileObject": {"@id": "t"}, "extract": {"column": "y"}, "transform": {"regex": "^(.)"}}}`,
			"transform (regex)"},
		{other, `{"@id": "rows/y", "source": {"fileObject": {"@id": "t"}, "extract": {"fileProperty": "fullpath"}}}`, "fileProperty"},
		{other, `{"@id": "rows/y", "source": {"fileObject": {"@id": "t"}, "extract": {"jsonPath": "$.y"}}}`, "jsonPath"},
		{other, `{"@id": "rows/y", "source": {"fileObject": {"@id": "t"}}}`, "which column"},
		{other, `{"@id": "rows/y", "references": {"@id": "four/name"}, ` + from + `}`, "train, val"},
	} {
		b := []byte(described("{}", c.file, c.field))
		if _, err := resolve(b, source.Source{}, anywhere); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), `"rows/y"`) {
			t.Errorf("%s: %v", c.field, err)
		}
		if _, err := resolve(b, source.Source{Roles: source.Roles{Drop: []string{"y"}}}, anywhere); err != nil {
			t.Errorf("%s, left out: %v", c.field, err)
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{`"contentUrl": "t.json", "encodingFormat": "application/json"`, "application/json"},
		{`"contentUrl": "t.csv", "sha256": "0b0337"`, "not a SHA-256"},
		{`"contentUrl": "t.csv", "containedIn": {"@id": "repo"}`, "git repository"},
		{`"contentUrl": "t.csv", "containedIn": {"@id": "inner"}`, "in another one"},
		{`"contentUrl": "t.csv", "containedIn": {"@id": "absent"}`, "not described"},
		{`"contentUrl": "t.csv", "containedIn": [{"@id": "repo"}, {"@id": "u"}]`, "several archives"},
		{`"@type": "cr:FileSet", "includes": "*.csv"`, "containedIn"},
		{`"@type": "cr:FileSet", "encodingFormat": "text/csv", "containedIn": {"@id": "u"}`, "includes"},
	} {
		file := `{"@id": "w", ` + c.file + `}, {"@id": "repo", "contentUrl": "https://example.org", "encodingFormat": "git+https"},
			{"@id": "inner", "containedIn": {"@id": "u"}}`
		b := must.Replace(described("{}", file, `{"@id": "rows/y", "value": "constant"}`), `"fileObject": {"@id": "t"}`,
			`"fileObject": {"@id": "w"}`)
		if _, err := resolve([]byte(b), source.Source{}, anywhere); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.file, err)
		}
	}
}

// Digests of 32 digits, as in the examples of the standard, are MD5.
func TestShortDigest(t *testing.T) {
	file := `{"@id": "w", "contentUrl": "w.csv", "sha256": "0b033707ea49365a5ffdd14615825511"}`
	b := must.Replace(described("{}", file, `{"@id": "rows/y", "value": 1}`), `"fileObject": {"@id": "t"}`, `"fileObject": {"@id": "w"}`)
	a, err := resolve([]byte(b), source.Source{}, anywhere)
	if err != nil || a.Entry.Files[0].MD5 == "" || a.Entry.Files[0].SHA256 != "" {
		t.Errorf("%v, %+v", err, a.Entry.Files)
	}
}

func TestVersions(t *testing.T) {
	for conforms, want := range map[string]string{`"http://mlcommons.org/croissant/1.1"`: "", `["https://example.org", "https://mlcommons.org/croissant/1.0"]`: "",
		`{"@id": "http://mlcommons.org/croissant/1.0"}`: "", `"http://mlcommons.org/croissant/0.8"`: "0.8", `""`: "1.0 and 1.1"} {
		b := must.Replace(described("{}", other, `{"@id": "rows/y", "value": 1}`), `"http://mlcommons.org/croissant/1.0"`, conforms)
		_, err := resolve([]byte(b), source.Source{}, anywhere)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", conforms, err)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		fits          bool
	}{{"*.csv", "a.csv", true}, {"*.csv", "in/a.csv", true}, {"in/*.csv", "out/a.csv", false}, {"**/a.csv", "a.csv", true},
		{"**/a.csv", "x/y/a.csv", true}, {"?.csv", "ab.csv", false}, {"a+.csv", "aa.csv", false}, {"./a.csv", "a.csv", true}} {
		if glob(c.pattern).MatchString(c.path) != c.fits {
			t.Errorf("%s and %s", c.pattern, c.path)
		}
	}
}

// A description on this machine names files beside it.
func TestOnDisk(t *testing.T) {
	m := fetched.New(t)
	for name, text := range map[string]string{"t.csv": "x,y,more\n1,a,1\n2,b,1\n3,a,1\n",
		"d.json": described("{}", other, `{"@id": "rows/y", "dataType": ["sc:Text", "cr:Label"],
			"source": {"fileObject": {"@id": "t"}, "extract": {"column": "y"}}}`)} {
		if err := os.WriteFile(filepath.Join(m.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if table, _ := m.Table(Resolve, `{"croissant": "d.json"}`); table.Rows != 3 || len(table.Columns) != 1 {
		t.Errorf("%d rows, %d columns", table.Rows, len(table.Columns))
	}
}

func FuzzResolve(f *testing.F) {
	f.Add(described(`["https://schema.org", {"L": {"@id": "cr:Label"}, "a": "b", "b": "a"}]`, other, `{"@id": "rows/y", "dataType": "L",
		"references": {"@id": "splits/name"}, "source": {"fileObject": {"@id": "t"}, "extract": {"column": "y"}}}`))
	f.Add(`{"conformsTo": "http://mlcommons.org/croissant/1.1", "recordSet": [{"field": [{"source": {"fileSet": "s",
		"extract": {"column": "c"}}}]}], "distribution": {"@id": "s", "@type": "cr:FileSet", "includes": ["[*"], "containedIn": "s"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := resolve([]byte(text), source.Source{}, anywhere)
		if err == nil && a.Members != nil {
			_, _ = a.Members([]string{"a.csv", "in/b.csv"})
		}
	})
}
