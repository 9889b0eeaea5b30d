package folder

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// listening is a command whose lines are collected.
func listening(told *[]string) User {
	return User{Command: "bench run", Tell: func(line string) { *told = append(*told, line) }}
}

// A folder is claimed by one command at a time.
func TestClaim(t *testing.T) {
	var told []string
	u := listening(&told)
	dir := filepath.Join(t.TempDir(), "new", "folder")
	lock, err := u.Claim(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Claim(dir); err == nil || !strings.Contains(err.Error(), "is in use by bench run (process") {
		t.Errorf("a second claim: %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := u.Claim(dir)
	if err != nil || told != nil {
		t.Fatalf("once it is free: %v, told %q", err, told)
	}
	again.Release()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := u.Claim(file); err == nil || err.Error() != "-out "+file+": this is a file, not a folder" {
		t.Errorf("of a file: %v", err)
	}
}

// Who writes tables waits for others who do, says so once, and frees the folder even after an error.
func TestAlone(t *testing.T) {
	var told []string
	u := listening(&told)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, store.JournalDir), 0o700); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("no")
	if err := u.Alone(context.Background(), dir, func() error { return failed }); !errors.Is(err, failed) || told != nil {
		t.Errorf("%v, told %q", err, told)
	}
	lock, err := store.TryLock(dir, store.Writing, store.NewOwner("bench report"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	u.Tell = func(line string) { told = append(told, line); stop() }
	err = u.Alone(ctx, dir, func() error { t.Error("done beside another"); return nil })
	if !errors.Is(err, context.Canceled) || len(told) != 1 || !strings.HasPrefix(told[0], "waiting for bench report (process ") {
		t.Errorf("%v, told %q", err, told)
	}
	lock.Release()
}

// Results folders are found up to two levels below a word.
func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"results/a", "results/deep/b", "results/deep/er/c", "results/deep/er/more/d", "other"} {
		if err := Write(dir, &store.Manifest{}, Experiment{}, &plan.Plan{}); err != nil {
			t.Fatal(err)
		}
	}
	for word, want := range map[string]string{
		"":          "other results/a results/deep/b",
		"results/":  "results/a results/deep/b results/deep/er/c",
		"res":       "results/a results/deep/b",
		"results/d": "results/deep/b results/deep/er/c",
		"[":         "",
	} {
		if got := strings.Join(Find(word), " "); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
	if !slices.IsSorted(Find("")) {
		t.Error("not in order")
	}
}
