package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// part is the share of the invented experiment that a learner has, with what results depend on.
func part(t *testing.T, learner string) string {
	t.Helper()
	return invented(t, func(in *score.Input) {
		finished(in)
		lacks := func(c score.Cell) bool { return c.Learner != learner }
		in.Cells = slices.DeleteFunc(in.Cells, lacks)
		in.Plan.Cells = nil
		in.Plan.Identities, in.Plan.Parts = map[string]plan.Identity{}, map[string]plan.Part{}
		for _, c := range in.Cells {
			in.Plan.Cells = append(in.Plan.Cells, c.Cell)
			in.Plan.Identities[c.Key] = plan.Identity{}
		}
	})
}

// Merged folders have the cells of all, whose tables are written.
func TestMergeFolders(t *testing.T) {
	left, right := part(t, "lr[C=0.1,tol=1]"), part(t, "svm")
	out := filepath.Join(t.TempDir(), "all")
	bench(t, "merge", "-out", out, left, right).says(t, 0, "lr[C=0.1,tol=1]/ova", "svm/ova", "!17 cells ok, 0 failed, 0 skipped, 0 not run")
	once, err := folder.ReadManifest(out)
	if err != nil {
		t.Fatal(err)
	}
	before := tree(t, out)
	bench(t, "merge", "-out", out, left).says(t, 0, "!17 cells ok")
	again, err := folder.ReadManifest(out)
	if err != nil || !maps.Equal(once.Files, again.Files) {
		t.Errorf("merging a part twice changed the tables: %v", err)
	}
	if after := tree(t, out); len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
	merged, err := store.ReadIntact(out)
	if err != nil || len(merged.ByKey) != 17 {
		t.Errorf("%d results, %v", len(merged.ByKey), err)
	}
}

// Folders that do not belong together are refused, and nothing is left of the attempt.
func TestMergeRefuses(t *testing.T) {
	left := part(t, "svm")
	other := invented(t, func(in *score.Input) { in.Plan.Experiment = "other" })
	out := filepath.Join(t.TempDir(), "all")
	for says, args := range map[string][]string{
		"-out is missing":                       {left},
		"the folders to merge are missing":      {"-out", out},
		"is not a results folder":               {"-out", out, left, t.TempDir()},
		"parts of one experiment can be merged": {"-out", out, left, other},
	} {
		bench(t, append([]string{"merge"}, args...)...).says(t, exitUsage, "!"+says)
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%v left %s", args, out)
		}
	}
}

// A folder in which another process works is not merged into.
func TestMergeIntoAFolderInUse(t *testing.T) {
	left, right := part(t, "lr[C=0.1,tol=1]"), part(t, "svm")
	lock, err := store.TryLock(left, store.Running, store.NewOwner("bench run"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	before := tree(t, left)
	bench(t, "merge", "-out", left, right).says(t, exitUsage, "!"+left+" is in use by bench run (process ", "!nothing was done")
	if after := tree(t, left); !maps.Equal(before, after) {
		t.Error("the folder has changed")
	}
}
