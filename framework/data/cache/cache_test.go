package cache

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func keep(t *testing.T, c Cache, text string) Digests {
	t.Helper()
	p, err := c.Partial("somewhere")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Discard(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.WriteString(text); err != nil {
		t.Fatal(err)
	}
	found, err := Digest(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Keep(found.SHA256); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestKeep(t *testing.T) {
	c := At(filepath.Join(t.TempDir(), "new"))
	found := keep(t, c, "abc")
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	if found.SHA256 != abc || found.MD5 != "900150983cd24fb0d6963f7d28e17f72" || found.Bytes != 3 {
		t.Errorf("%+v", found)
	}
	path, there := c.Path(abc)
	if b, err := os.ReadFile(path); !there || string(b) != "abc" {
		t.Errorf("%q, %v", b, err)
	}
	keep(t, c, "abc") // once more does no harm
	if _, there := c.Path(strings.ToUpper(abc)); there {
		t.Error("a digest in capitals is found")
	}
	if _, there := c.Path("../../etc/passwd"); there {
		t.Error("a path is a digest")
	}
}

// What is damaged is not whole, and goes.
func TestDamage(t *testing.T) {
	c := At(t.TempDir())
	found := keep(t, c, "abc")
	path, _ := c.Path(found.SHA256)
	if !c.Whole(found.SHA256) {
		t.Error("it is not whole")
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("abd"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c.Whole(found.SHA256) || Holds(path) {
		t.Error("a damaged file stays")
	}
}

// What was collected is there for the next who asks, and one at a time has it.
func TestPartial(t *testing.T) {
	c := At(t.TempDir())
	open := func() *Partial {
		p, err := c.Partial("here")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first := open()
	if _, err := first.WriteString("half"); err != nil {
		t.Fatal(err)
	}
	second := open()
	if info, err := second.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("a second process has the file too: %v, %v", info, err)
	}
	second.Close()
	first.Close()
	third := open()
	defer third.Close()
	if info, err := third.Stat(); err != nil || info.Size() != 4 {
		t.Errorf("what was collected is lost: %v, %v", info, err)
	}
	if left, _ := filepath.Glob(filepath.Join(c.Dir(), "partial", "own-*")); left != nil {
		t.Errorf("%v is left", left)
	}
}

func TestFolderOfTheUser(t *testing.T) {
	t.Setenv("HOME", "/h")
	for value, want := range map[string]string{"": "/h/.cache/bench", "/c": "/c/bench", "relative": "/h/.cache/bench"} {
		t.Setenv("XDG_CACHE_HOME", value)
		if c, err := Open(); err != nil || c.Dir() != want {
			t.Errorf("%q: %s, %v", value, c.Dir(), err)
		}
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err := Open(); err == nil || !strings.Contains(err.Error(), "neither XDG_CACHE_HOME nor HOME is set") {
		t.Error(err)
	}
}

// Without a home there is a sentence, and what to do.
func TestNoHome(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err := Open(); err == nil || !strings.Contains(err.Error(), "set one of them to a folder where you may write") {
		t.Error(err)
	}
}
