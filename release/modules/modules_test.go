package modules

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const mit = `MIT License

Copyright (c) 2020 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

func TestLicence(t *testing.T) {
	ours, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		texts []Text
		want  string // or, after !, what the error says
	}{
		{[]Text{{"LICENSE", mit}, {"PATENTS", "whatever"}, {"NOTICE.txt", "whoever"}}, "MIT"},
		{[]Text{{"LICENSE", mit}, {"below/LICENSE", string(ours)}}, "MIT AND MPL-2.0"},
		{[]Text{{"LICENSE", "Nobody may use this at all."}}, "!LICENSE is not known"},
		{[]Text{{"NOTICE", "whoever"}}, "!no licence"},
	} {
		got, err := licence(c.texts)
		refusal, refused := strings.CutPrefix(c.want, "!")
		if refused && (err == nil || !strings.Contains(err.Error(), refusal)) || !refused && got != c.want {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
}

// The modules of bench are found with the licences that stand in their folders, also below them.
func TestModulesOfBench(t *testing.T) {
	list, err := Of("../..", []string{"linux/amd64"}, "./cmd/bench")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		Standard: "BSD-3-Clause", "github.com/hashicorp/hcl/v2": "MPL-2.0", "google.golang.org/grpc": "Apache-2.0",
	} {
		i := slices.IndexFunc(list, func(m Module) bool { return m.Path == path })
		if i < 0 || list[i].Licence != want {
			t.Errorf("%s: want %s of %v", path, want, list)
		}
	}
	i := slices.IndexFunc(list, func(m Module) bool { return m.Path == "github.com/klauspost/compress" })
	if i < 0 || !slices.ContainsFunc(list[i].Texts, func(x Text) bool { return x.Name == "zstd/internal/xxhash/LICENSE.txt" }) {
		t.Error("a licence in a folder of klauspost/compress is missing")
	}
	notices := Notices(list)
	for _, want := range []string{
		"  github.com/hashicorp/hcl/v2 v2.", ": https://pkg.go.dev/github.com/hashicorp/hcl/v2@v2.", "gRPC authors",
	} {
		if !strings.Contains(notices, want) {
			t.Errorf("the notices lack %q", want)
		}
	}
}

// A program that is built of a module without a notice is refused.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	if out, err := run("../..", runtime.GOOS+"/"+runtime.GOARCH, "build", "-o", filepath.Join(dir, "release"), "./release"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, err := Of("../..", []string{"linux/amd64"}, "./release")
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(dir, list); err != nil {
		t.Error(err)
	}
	list = slices.DeleteFunc(list, func(m Module) bool { return m.Path == "github.com/google/licensecheck" })
	if err := Check(dir, list); err == nil || !strings.Contains(err.Error(), "licensecheck") {
		t.Errorf("a program with another module: %v", err)
	}
}

func TestBillOfMaterials(t *testing.T) {
	p := Product{Name: "bench", Version: "1.2", Revision: "abc", Path: "example.com/bench", Licence: "MPL-2.0",
		Homepage: "https://example.com", Created: time.Unix(1_000_000_000, 0)}
	data, err := BillOfMaterials(p, []Module{{Path: "example.com/a_b/v2", Version: "v2.0.0", Licence: "MIT"}},
		[]Artefact{{"bench.tar.gz", []byte("x")}})
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Packages) != 3 || d.Packages[1].ID != "SPDXRef-module-example.com-a-b-v2" ||
		d.Packages[1].Refs[0].Locator != "pkg:golang/example.com/a_b/v2@v2.0.0" || d.Packages[2].Checksums[0].Algorithm != "SHA256" {
		t.Errorf("%s", data)
	}
	for i, want := range []string{"DESCRIBES", "CONTAINS", "DISTRIBUTION_ARTIFACT"} {
		if d.Relationships[i].Type != want || d.Relationships[i].Related != d.Packages[i].ID {
			t.Errorf("%+v", d.Relationships[i])
		}
	}
	if d.Creation.Created != "2001-09-09T01:46:40Z" {
		t.Error(d.Creation)
	}
}
