package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// journals makes a results folder with files in its journal folder.
func journals(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, JournalDir), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, JournalDir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestGatherJournals(t *testing.T) {
	large := strings.Repeat("x", 1<<17)
	a := journals(t, map[string]string{"1.jsonl": "one", "1.predictions": large, "plan-1.json": "{}", ".temporary": "no"})
	b := journals(t, map[string]string{"2.jsonl": "two", "1.predictions": large, "plan-1.json": "{}"})
	out := filepath.Join(t.TempDir(), "new", "out")
	for range 2 {
		if skipped, err := GatherJournals(out, []string{a, b, a}); err != nil || len(skipped) > 0 {
			t.Fatal(skipped, err)
		}
		for name, want := range map[string]string{"1.jsonl": "one", "2.jsonl": "two", "1.predictions": large, "plan-1.json": "{}"} {
			got, err := os.ReadFile(filepath.Join(out, JournalDir, name))
			if err != nil || !bytes.Equal(got, []byte(want)) {
				t.Errorf("%s has %d bytes, want %d, %v", name, len(got), len(want), err)
			}
		}
		if files, err := os.ReadDir(filepath.Join(out, JournalDir)); err != nil || len(files) != 4 {
			t.Errorf("%d files, %v", len(files), err)
		}
	}
}

func TestGatherJournalsThatDiffer(t *testing.T) {
	large := strings.Repeat("x", 1<<16)
	for name, contents := range map[string][2]string{
		"other":  {"one", "two"},
		"longer": {"one", "once more"},
		"late":   {large + "x", large + "yz"},
	} {
		a, b := journals(t, map[string]string{"0.jsonl": "", "1.jsonl": contents[0]}), journals(t, map[string]string{"1.jsonl": contents[1]})
		out := filepath.Join(t.TempDir(), "out")
		_, err := GatherJournals(out, []string{a, b})
		if err == nil || !strings.Contains(err.Error(), filepath.Join(a, JournalDir, "1.jsonl")) || !strings.Contains(err.Error(), filepath.Join(b, JournalDir, "1.jsonl")) {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: something was copied", name)
		}
	}
}

// A journal that was copied while it was written is copied to its end later.
func TestGatherJournalsThatGrew(t *testing.T) {
	large := strings.Repeat("x", 1<<16)
	for _, contents := range [][2]string{{"one", "one more"}, {"one", "on"}, {large, large + "x"}, {"", large}} {
		dirs := []string{journals(t, map[string]string{"1.jsonl": contents[0]}), journals(t, map[string]string{"1.jsonl": contents[1]})}
		out, want := filepath.Join(t.TempDir(), "out"), max(contents[0], contents[1])
		for i := range dirs {
			if _, err := GatherJournals(out, dirs[:i+1]); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(filepath.Join(out, JournalDir, "1.jsonl")); err != nil || string(got) != want {
			t.Errorf("%d bytes, want %d, %v", len(got), len(want), err)
		}
	}
}

// What is not a file is named and left; a link to a journal is a journal.
func TestGatherJournalsAmongOddFiles(t *testing.T) {
	a := journals(t, map[string]string{"1.jsonl": "one"})
	folder := filepath.Join(a, JournalDir)
	linked := filepath.Join(t.TempDir(), "elsewhere")
	if err := errors.Join(
		os.WriteFile(linked, []byte("two"), 0o644), os.Symlink(linked, filepath.Join(folder, "2.jsonl")),
		os.Symlink("somebody@host.17", filepath.Join(folder, ".#a.jsonl")), os.Symlink("nowhere", filepath.Join(folder, "3.jsonl")),
		syscall.Mkfifo(filepath.Join(folder, "4.jsonl"), 0o644), os.Mkdir(filepath.Join(folder, "5.jsonl"), 0o755),
	); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	skipped, err := GatherJournals(out, []string{a})
	want := []string{filepath.Join(folder, "3.jsonl"), filepath.Join(folder, "4.jsonl"), filepath.Join(folder, "5.jsonl")}
	if err != nil || !slices.Equal(skipped, want) {
		t.Errorf("skipped %v, %v", skipped, err)
	}
	for name, want := range map[string]string{"1.jsonl": "one", "2.jsonl": "two"} {
		if got, err := os.ReadFile(filepath.Join(out, JournalDir, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
}

// A pipe in the place of a plan or manifest makes nobody wait.
func TestReadJSONRefusesPipes(t *testing.T) {
	path := filepath.Join(t.TempDir(), ManifestFile)
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	var into map[string]any
	if err := ReadJSON(path, &into); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("error %v", err)
	}
}
