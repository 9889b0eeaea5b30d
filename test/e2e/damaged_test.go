package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A journal with a flipped bit, among files that are none, costs the one record,
// which is computed again.
func TestDamagedJournal(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-workers", "1")
	scores := d.read("results/small/scores.csv")
	journals, err := filepath.Glob(d.file("results/small/journal/*.jsonl"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("%v, %v", journals, err)
	}
	content, err := os.ReadFile(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	content[strings.Index(string(content), `"kind":"result"`)+20] ^= 1
	folder := filepath.Dir(journals[0])
	if err := errors.Join(
		os.WriteFile(journals[0], content, 0o644), syscall.Mkfifo(filepath.Join(folder, "pipe.jsonl"), 0o644),
		os.Symlink("somebody@host.17", filepath.Join(folder, ".#a.jsonl")),
	); err != nil {
		t.Fatal(err)
	}
	o := d.must(0, "run", "e.hcl")
	contains(t, "stderr", o.stderr, "5 of 6 cells have results already")
	for _, said := range []string{"1 line damaged and skipped", "pipe.jsonl is not a regular file"} {
		if n := strings.Count(unwrapped(o.stderr), said); n != 1 {
			t.Errorf("%q is said %d times:\n%s", said, n, o.stderr)
		}
	}
	if again := d.read("results/small/scores.csv"); again != scores {
		t.Errorf("scores changed:\n%s\n%s", scores, again)
	}
	contains(t, "report", d.must(0, "report", "results/small").stderr, "1 line damaged and skipped")
	merged := d.must(0, "merge", "-out", "merged", "results/small")
	contains(t, "merge", unwrapped(merged.stderr), "pipe.jsonl is not a regular file and was not copied")
}

// A bit that flips in the predictions costs their cell: everything else is reported, exported,
// compared and merged, and a run computes the cell again.
func TestDamagedPredictions(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-workers", "1")
	d.must(0, "run", "e.hcl", "-out", "whole")
	want, scores := d.promised("results/small"), d.read("results/small/scores.csv")
	blobs, err := filepath.Glob(d.file("results/small/journal/*.predictions"))
	if err != nil || len(blobs) != 1 {
		t.Fatalf("%v, %v", blobs, err)
	}
	content, err := os.ReadFile(blobs[0])
	if err != nil {
		t.Fatal(err)
	}
	content[20] ^= 1
	if err := os.WriteFile(blobs[0], content, 0o644); err != nil {
		t.Fatal(err)
	}
	const lost = "warning: the predictions of 1 cell are missing or damaged in journal/ (the first: blobs/one_hot/lda/"
	contains(t, "report", unwrapped(d.must(1, "report", "results/small").stderr), lost, "5 cells ok, 0 failed, 0 skipped, 1 not run")
	exported := d.must(0, "export", "scores", "results/small")
	contains(t, "export", unwrapped(exported.stderr), lost, "1 of 6 cells of results/small have no result and are missing here")
	rows := 0
	for line := range strings.Lines(exported.stdout) {
		if strings.Contains(scores, line) {
			rows++
		}
	}
	if rows != 1+5 {
		t.Errorf("%d lines of scores are those of before, want the head and five:\n%s", rows, exported.stdout)
	}
	contains(t, "diff", unwrapped(d.must(0, "diff", "results/small", "whole").stderr), lost)
	contains(t, "merge", unwrapped(d.must(1, "merge", "-out", "merged", "results/small").stderr), lost)
	d.must(0, "merge", "-out", "healed", "results/small", "whole")
	same(t, "merged with what is intact", d.promised("healed"), want)
	contains(t, "run", unwrapped(d.must(0, "run", "e.hcl").stderr), lost, "5 of 6 cells have results already")
	same(t, "computed again", d.promised("results/small"), want)
	if again := d.must(0, "run", "e.hcl").stderr; strings.Contains(again, "warning") {
		t.Errorf("a healed folder:\n%s", again)
	}
}

// A damaged manifest and a plan that bench did not write are told with what helps, which does.
func TestDamagedManifest(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-out", "out")
	want := d.promised("out")
	d.write("out/manifest.json", d.read("out/manifest.json")[:100])
	for _, command := range [][]string{{"report", "out"}, {"export", "scores", "out"}, {"run", "e.hcl", "-out", "out"}} {
		contains(t, command[0], unwrapped(d.must(2, command...).stderr), "the manifest is damaged", "Delete it and run the experiment "+
			"file again with -out out", "none is computed again")
	}
	if err := os.Remove(d.file("out/manifest.json")); err != nil {
		t.Fatal(err)
	}
	contains(t, "run", d.must(0, "run", "e.hcl", "-out", "out").stderr, "6 of 6 cells have results already")
	same(t, "after the advice", d.promised("out"), want)
	plans, err := filepath.Glob(d.file("out/journal/plan-*.json"))
	if err != nil || len(plans) != 1 {
		t.Fatalf("%v, %v", plans, err)
	}
	for what, text := range map[string]string{
		"empty": "{}", "without cells": `{"experiment": "small", "cells": []}`, "cut off": "{",
	} {
		d.write("out/journal/"+filepath.Base(plans[0]), text)
		for _, command := range [][]string{{"report", "out"}, {"export", "scores", "out"}, {"diff", "out", "out"}} {
			contains(t, what, unwrapped(d.must(2, command...).stderr), "is not the plan that bench wrote", "with -out out")
		}
		d.must(0, "run", "e.hcl", "-out", "out")
		same(t, "after a plan that is "+what, d.promised("out"), want)
	}
}

// What the environment says of guards ends no command.
func TestGuardInTheEnvironment(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.env = []string{"BENCH_GUARD=1", "BENCH_HOST=1"}
	d.write("e.hcl", small)
	contains(t, "run", d.must(0, "run", "e.hcl").stderr, "6 cells ok")
}

// unwrapped puts the words of a text on one line.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// A plugin that offers what is part of bench is not used: not where it merely lies
// beside the others, and not where it is asked for.
func TestPluginsReplaceNothingOfBench(t *testing.T) {
	t.Parallel()
	const said = `it offers encoder "one_hot", which is part of bench: give it another name`
	d := newDir(t)
	d.write("e.hcl", small)
	d.write("required.hcl", small+"bench {\n  required_plugins {\n    usurper = { source = \"./plugins/usurper\" }\n  "+
		"}\n}\n")
	contains(t, "required", unwrapped(d.must(2, "validate", "required.hcl").stderr), "usurper", said)
	beside := d.file("beside")
	if err := os.Mkdir(beside, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{"bench": benchAt, "plugins/lda": built + "/plugins/lda",
		"plugins/reducers": built + "/plugins/reducers", "plugins/aaa": built + "/extra/usurper"} {
		// A program that is written here may be busy: other tests start processes, which have the file open too.
		at := filepath.Join(beside, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.Link(from, at)); err != nil {
			t.Fatal(err)
		}
	}
	d.bench = filepath.Join(beside, "bench")
	contains(t, "beside", unwrapped(d.must(0, "run", "e.hcl").stderr), "Warning[P002]: A plugin cannot be used", said)
}
