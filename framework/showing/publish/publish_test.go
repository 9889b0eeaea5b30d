package publish

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/describe"
	"github.com/manyclass/bench/framework/showing/report"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/scoretest"
)

// given is a results folder with a report, and what its authors say.
func given(t *testing.T) Input {
	t.Helper()
	in := Input{Dir: t.TempDir(), Input: scoretest.Experiment(), Journal: true}
	in.Plan.Title = "Trees | <b>forests</b>"
	in.Plan.Datasets[0].Origin = &named.Origin{Kind: "openml", ID: "61", Name: "iris", Page: "https://www.openml.org/d/61",
		Licence: "CC-BY", Creators: []string{"R. \"A.\" Fisher"}}
	in.Manifest.Bench.Version = "9.8"
	s, err := report.WriteAll(in.Dir, report.Input{Input: in.Input, Manifest: in.Manifest})
	if err != nil {
		t.Fatal(err)
	}
	in.Manifest.Files = s.Files
	in.Manifest.File, in.Manifest.Source = "e.hcl", &store.Source{}
	for name, text := range map[string]string{"experiment/e.hcl": "#", "journal/a.jsonl": "{}", "journal/.run.lock": "host",
		"logs/svm-0.log": "secret", "notes.txt": "mine"} {
		at := filepath.Join(in.Dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"Lovelace, Ada <0000-0002-1825-0097>", "The group"} {
		author, err := Author(text)
		if err != nil {
			t.Fatal(err)
		}
		in.Authors = append(in.Authors, author)
	}
	in.Licence, in.Date = "CC-BY-4.0", "2026-12-01"
	return in
}

func published(t *testing.T, in Input) (dir string, p Published) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "new", "upload")
	p, err := Write(dir, in)
	if err != nil {
		t.Fatal(err)
	}
	return dir, p
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The folder has what readers need and nothing of somebody's own, with the same bytes each time.
func TestWrite(t *testing.T) {
	in := given(t)
	dir, p := published(t, in)
	again, _ := published(t, in)
	sums := read(t, dir, "SHA256SUMS")
	if sums != read(t, again, "SHA256SUMS") || strings.Count(sums, "\n")+1 != p.Files {
		t.Errorf("%d files, other bytes the second time, or not all have digests:\n%s", p.Files, sums)
	}
	for _, name := range []string{"experiment/e.hcl", "journal/a.jsonl", "manifest.json", "README.md", "CITATION.cff",
		"datapackage.json", "croissant.json", "report.html", "predictions.csv.gz", "tables/accuracy.tex"} {
		if !strings.Contains(sums, "  "+name+"\n") {
			t.Errorf("%s is missing", name)
		}
	}
	for _, name := range []string{"lock", "logs", "notes", "publishing"} {
		if strings.Contains(sums, name) {
			t.Errorf("%s is published:\n%s", name, sums)
		}
	}
	set, err := describe.Read(strings.NewReader(read(t, dir, "datapackage.json")))
	if err != nil || !slices.ContainsFunc(set.Files, func(f describe.File) bool { return f.Name == "scores.csv" && f.Fields != nil }) {
		t.Errorf("scores.csv is not described: %v", err)
	}
	page := read(t, dir, "README.md")
	for _, want := range []string{`# Trees \| &lt;b>forests&lt;/b>`, "[Ada Lovelace](https://orcid.org/0000-0002-1825-0097), The group",
		"CC-BY-4.0", "of 24 cells, 1 failed, 1 exceeded", "[iris (dataset iris)](https://www.openml.org/d/61)", "year = {2026}"} {
		if !strings.Contains(page, want) {
			t.Errorf("README.md has no %q:\n%s", want, page)
		}
	}
	if len(p.Remarks) != 2 { // an organisation, and cells without results
		t.Errorf("remarks %q", p.Remarks)
	}
	in.Journal = false
	if dir, _ := published(t, in); strings.Contains(read(t, dir, "SHA256SUMS"), "journal/") {
		t.Error("the journal is there")
	}
}

// What is not known is an error or a remark, and never written.
func TestUnknown(t *testing.T) {
	for want, change := range map[string]func(*Input){
		"no title":     func(in *Input) { in.Plan.Title = "" },
		"no author":    func(in *Input) { in.Authors = nil },
		"bench report": func(in *Input) { in.Manifest.Files = nil },
		"scores.csv was changed": func(in *Input) {
			if err := os.WriteFile(filepath.Join(in.Dir, "scores.csv"), []byte("a\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		},
	} {
		in := given(t)
		change(&in)
		out := filepath.Join(t.TempDir(), "upload")
		if _, err := Write(out, in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if left, _ := os.ReadDir(filepath.Dir(out)); len(left) > 0 {
			t.Errorf("%s: %v is left", want, left)
		}
	}
	in := given(t)
	if _, err := Write(in.Dir, in); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("into a folder with files: %v", err)
	}
	in.Licence, in.Date = "", ""
	dir, p := published(t, in)
	if text := read(t, dir, "CITATION.cff") + read(t, dir, "croissant.json"); strings.Contains(text, "license:") ||
		strings.Contains(text, "date-released") || strings.Contains(text, "datePublished") || len(p.Remarks) != 4 {
		t.Errorf("remarks %q:\n%s", p.Remarks, text)
	}
}

func TestAuthor(t *testing.T) {
	for _, text := range []string{"", ", Ada", "Lovelace, Ada <0000>", "X <https://example.org/0000-0002-1825-0097>"} {
		if p, err := Author(text); err == nil {
			t.Errorf("%q is %+v", text, p)
		}
	}
	if p, err := Author("van der Berg, Jan <https://orcid.org/0000-0002-1825-009X>"); err != nil ||
		p != (describe.Person{Family: "van der Berg", Given: "Jan", ORCID: "https://orcid.org/0000-0002-1825-009X"}) {
		t.Errorf("%+v, %v", p, err)
	}
}

// cffconvert takes the citation file, and refuses a damaged one.
func TestCitationFile(t *testing.T) {
	program, err := exec.LookPath("cffconvert")
	if err != nil {
		t.Skip("cffconvert is not installed")
	}
	var b bytes.Buffer
	in := given(t)
	in.Title = "One: two"
	if err := in.citationFile(&b); err != nil {
		t.Fatal(err)
	}
	valid := func(text string) bool {
		c := exec.Command(program, "--validate")
		c.Dir = t.TempDir()
		if err := os.WriteFile(filepath.Join(c.Dir, "CITATION.cff"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := c.CombinedOutput()
		if err != nil {
			t.Logf("%s", out)
		}
		return err == nil
	}
	if !valid(b.String()) {
		t.Errorf("not valid:\n%s", b.String())
	}
	if valid(must.Replace(b.String(), "family-names", "surname")) {
		t.Error("a wrong key is valid")
	}
}
