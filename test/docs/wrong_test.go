package docs

import (
	"os"
	"path/filepath"
	"testing"
)

// What is wrong in a document is found: each of these blocks fails.
func TestWrongBlocks(t *testing.T) {
	for name, b := range map[string]block{
		"command that fails":      {language: "sh", body: "bench run missing.hcl\n"},
		"error in the middle":     {language: "sh", body: "false\ntrue\n"},
		"another status":          {language: "sh", body: "bench version\n", verb: "status", argument: "2"},
		"language without a mark": {language: "csv", body: "a,b\n"},
		"unknown mark":            {language: "sh", body: "true\n", verb: "maybe"},
		"missing target":          {language: "sh", body: "make coffee\n", verb: "targets"},
		"stale excerpt": {language: "go", body: "no such line\n", verb: "excerpt",
			argument: "framework/contract/learner.go"},
		"broken HCL":              {language: "hcl", body: "learner {\n", verb: "fragment"},
		"broken Go":               {language: "go", body: "func {\n", verb: "fragment"},
		"Go not formatted":        {language: "go", body: "x  :=  1\n", verb: "fragment"},
		"program of unknown API":  {language: "go", body: "package main\n\nfunc main() { missing() }\n"},
		"picture that is missing": {verb: "picture", argument: "x.svg", image: "y.svg"},
		"picture without image":   {language: "text", verb: "picture", argument: "bin/bench"},
		"file outside the folder": {language: "csv", body: "a\n", verb: "file", argument: "../a.csv"},
	} {
		r, err := newReader(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.follow(b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestExperimentsAreValidated(t *testing.T) {
	r, err := newReader(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.follow(block{language: "hcl", body: "learner \"none\" \"x\" {}\n"}); err != nil {
		t.Fatal(err)
	}
	if r.validate() == nil {
		t.Error("an experiment that is not valid passed")
	}
}

func TestStaleOutputIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	page := "```sh\necho new\n```\n\n<!-- test: output -->\n```text\nold\nolder\n```\nend\n"
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	blocks, err := readBlocks(path)
	if err != nil || len(blocks) != 2 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	r := &reader{folder: t.TempDir(), outputs: map[int]string{}}
	for _, b := range blocks {
		if err := r.follow(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := replaceBodies(path, r.outputs); err != nil {
		t.Fatal(err)
	}
	want := "```sh\necho new\n```\n\n<!-- test: output -->\n```text\nnew\n```\nend\n"
	if got, _ := os.ReadFile(path); string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestStalePictureIsReplaced(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "page.md")
	page := "```sh\necho '<svg/>' > x.svg\n```\n\n<!-- test: picture x.svg -->\n![A picture](pictures/y.svg)\n"
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, stale := range []int{1, 0} {
		r := &reader{folder: t.TempDir(), pictures: map[string]string{}}
		blocks, err := readBlocks(path)
		if err != nil || len(blocks) != 2 {
			t.Fatalf("%d blocks, %v", len(blocks), err)
		}
		for _, b := range blocks {
			if err := r.follow(b); err != nil {
				t.Fatal(err)
			}
		}
		if len(r.pictures) != stale {
			t.Errorf("stale pictures: %v, want %d", r.pictures, stale)
		}
		if err := replaceFiles(r.pictures); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(filepath.Join(folder, "pictures/y.svg")); string(got) != "<svg/>\n" {
		t.Errorf("the picture holds %q", got)
	}
}

func TestMarksAreRequired(t *testing.T) {
	for _, page := range []string{
		"![A picture](pictures/y.svg)\n",
		"<!-- test: output -->\n![A picture](../pictures/y.svg)\n",
		"<!-- test: output -->\n\n```text\n```\n",
	} {
		path := filepath.Join(t.TempDir(), "page.md")
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		if blocks, err := readBlocks(path); err == nil {
			t.Errorf("%q: no error, blocks %+v", page, blocks)
		}
	}
}
