package wheel

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/release/tree"
)

var example = Wheel{
	Name: "try-it", Version: "1.2", Platforms: []string{"manylinux_2_17_x86_64", "musllinux_1_2_x86_64"},
	Metadata: "Summary: tries\n",
	Modules:  tree.Of(map[string]string{"try_it/__init__.py": ""}),
	Scripts:  tree.Tree{{Path: "try", Mode: tree.Program, Data: []byte("#!/bin/sh\n")}},
	Data:     tree.Of(map[string]string{"share/try": "x"}),
	Licences: tree.Of(map[string]string{"LICENSE": "do"}),
}

// RECORD names every file with its digest and size, and itself with neither.
func TestRecord(t *testing.T) {
	var out bytes.Buffer
	if err := example.Write(&out, time.Unix(1_000_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	var record string
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		found[f.Name] = fmt.Sprintf("sha256=%s,%d", base64.RawURLEncoding.EncodeToString(sum[:]), len(data))
		if strings.HasSuffix(f.Name, "/RECORD") {
			record, found[f.Name] = string(data), ","
		}
		if program := f.Mode()&0o111 != 0; program != strings.HasSuffix(f.Name, "scripts/try") || !f.Mode().IsRegular() {
			t.Errorf("%s has the mode %v", f.Name, f.Mode())
		}
	}
	rows, err := csv.NewReader(strings.NewReader(record)).ReadAll()
	if err != nil || len(rows) != len(found) {
		t.Fatalf("%d rows for %d files: %v", len(rows), len(found), err)
	}
	for _, row := range rows {
		if strings.Join(row[1:], ",") != found[row[0]] {
			t.Errorf("RECORD has %v, want %s", row, found[row[0]])
		}
	}
	for _, name := range []string{"try_it/__init__.py", "try_it-1.2.data/scripts/try", "try_it-1.2.data/data/share/try",
		"try_it-1.2.dist-info/licenses/LICENSE", "try_it-1.2.dist-info/METADATA", "try_it-1.2.dist-info/WHEEL"} {
		if found[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestTags(t *testing.T) {
	if got := example.File(); got != "try_it-1.2-py3-none-manylinux_2_17_x86_64.musllinux_1_2_x86_64.whl" {
		t.Error(got)
	}
	want := []string{"Tag: py3-none-manylinux_2_17_x86_64", "Tag: py3-none-musllinux_1_2_x86_64"}
	if lines := strings.Split(example.tags(), "\n"); !slices.Equal(lines[3:5], want) {
		t.Error(lines)
	}
}

func TestNoLinks(t *testing.T) {
	w := example
	w.Data = tree.Tree{{Path: "share/link", Link: "try"}}
	if err := w.Write(io.Discard, time.Time{}); err == nil || !strings.Contains(err.Error(), "link") {
		t.Error(err)
	}
}
