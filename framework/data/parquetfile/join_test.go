package parquetfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// The files have three rows and two, in groups of at most two. They were written by parquet-go 0.32.
var both = []string{"testdata/a.parquet", "testdata/b.parquet"}

// Lock files hold the digest of what is joined: the same parts must always give the same bytes.
func TestJoinGivesTheSameBytesForEver(t *testing.T) {
	const want = "81ab37c20d690b53343ffd7c68efd0370fa4c76a3e96fea95657c269c3f1ebd4"
	var b bytes.Buffer
	if err := Join(&b, both); err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(b.Bytes()); hex.EncodeToString(sum[:]) != want {
		t.Errorf("%x, want %s", sum, want)
	}
}

// What is joined has the rows of all files in their order, with all groups, dictionaries and missing values.
func TestJoin(t *testing.T) {
	for _, paths := range [][]string{both, {both[1], both[0], both[1]}, {both[0]}} {
		var want, got []string
		for _, path := range paths {
			want = append(want, rowsOf(t, path)...)
		}
		joined := write(t, "joined.parquet", func(b *bytes.Buffer) error { return Join(b, paths) })
		if got = rowsOf(t, joined); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if labels, err := ClassLabels(joined); err != nil || !slices.Equal(labels["label"], []string{"p", "q", "r"}) {
			t.Errorf("labels %q, %v", labels, err)
		}
	}
}

// Parts that are not of one table are refused.
func TestJoinRefuses(t *testing.T) {
	type narrow struct {
		X *float64 `parquet:"x"`
	}
	type other struct {
		X     *float64 `parquet:"x"`
		Text  string   `parquet:"text,dict"`
		Label float64  `parquet:"label"`
	}
	labels := parquet.KeyValueMetadata(labelsKey, `{"info": {"features": {"label": {"names": ["p", "q", "r"], "_type": "ClassLabel"}}}}`)
	for want, second := range map[string]func(*bytes.Buffer) error{
		"the number of columns is another one": func(b *bytes.Buffer) error { return parquet.Write(b, []narrow{{}}, labels) },
		`column "label" is another one`:        func(b *bytes.Buffer) error { return parquet.Write(b, []other{{}}, labels) },
		"its classes have other names":         func(b *bytes.Buffer) error { return parquet.Write(b, []narrow{{}}) },
		"too short":                            func(b *bytes.Buffer) error { _, err := b.WriteString("PAR1"); return err },
	} {
		err := Join(&bytes.Buffer{}, []string{both[0], write(t, "second.parquet", second)})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "second.parquet") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Damaged files are errors, never a panic.
func FuzzJoin(f *testing.F) {
	for _, path := range both {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "x.parquet")
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		_ = Join(&bytes.Buffer{}, []string{path, path})
	})
}

func write(t *testing.T, name string, content func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := content(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// rowsOf reads a file by the library alone.
func rowsOf(t *testing.T, path string) []string {
	t.Helper()
	type row struct {
		X     *float64 `parquet:"x"`
		Text  string   `parquet:"text,dict"`
		Label int64    `parquet:"label"`
	}
	rows, err := parquet.ReadFile[row](path)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range rows {
		text := r.Text + " " + string(rune('0'+r.Label))
		if r.X != nil {
			text += " " + parquet.ValueOf(*r.X).String()
		}
		all = append(all, text)
	}
	return all
}
