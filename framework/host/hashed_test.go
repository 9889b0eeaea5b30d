package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract/service"
)

// used is a pool with a package that was described and used.
func used(t *testing.T, pkg Package) *Pool {
	t.Helper()
	pool := NewPool([]Package{pkg}, folders(t))
	pool.described = []Described{{pkg, service.Description{Name: pkg.Name}}}
	pool.use(pkg.Name).asked = true
	return pool
}

// A plugin that was used is vouched for as long as its files are what was hashed: it
// does not matter that they were written again, nor what else lies in the folder.
func TestVouch(t *testing.T) {
	dir := folder(t, map[string]string{"plugin.hcl": "command = [\"sh\"]\n", "main.sh": "one", "deep/score.sh": "two"})
	score := filepath.Join(dir, "deep/score.sh")
	for _, test := range []struct {
		name, path, content, names string
	}{
		{"written again", "deep/score.sh", "two", ""},
		{"a log", "deep/x.log", "said", ""},
		{"another size", "deep/score.sh", "three", "deep/score.sh"},
		{"the same size", "deep/score.sh", "six", "deep/score.sh"},
		{"one more", "deep/more.sh", "new", "deep/more.sh"},
		{"the manifest", "plugin.hcl", "command = [\"ksh\"]\n", "plugin.hcl"},
	} {
		for _, old := range []bool{false, true} {
			put(t, filepath.Join(dir, "plugin.hcl"), "command = [\"sh\"]\n")
			put(t, score, "two")
			_ = os.Remove(filepath.Join(dir, "deep/more.sh"))
			pkg := opened(t, dir)
			if old && test.name == "the same size" { // nothing but times tells
				pkg = aged(t, dir)
			}
			pkg.held.settled = old
			pool := used(t, pkg)
			if err := pool.Vouch(); err != nil {
				t.Fatalf("%s: untouched: %v", test.name, err)
			}
			put(t, filepath.Join(dir, test.path), test.content)
			err := pool.Vouch()
			if (err == nil) != (test.names == "") {
				t.Errorf("%s: %v", test.name, err)
			}
			if err != nil && (!strings.Contains(err.Error(), filepath.Join(dir, test.names)+" changed while bench was running") ||
				PluginOf(err) != "pack") {
				t.Errorf("%s: %v", test.name, err)
			}
		}
	}
}

// Plugins that were not used, and those that run elsewhere, are nobody's concern; a
// package that is gone is.
func TestVouchForWhatIsUsed(t *testing.T) {
	pkg := script(t, "exit 0\n")
	pool := used(t, pkg)
	put(t, pkg.Executable, "#!/bin/sh\nexit 1\n")
	if err := pool.Vouch(); err == nil || !strings.Contains(err.Error(), pkg.Executable) {
		t.Errorf("another program: %v", err)
	}
	pool.uses = map[string]*use{}
	if err := pool.Vouch(); err != nil {
		t.Errorf("nobody used it: %v", err)
	}
	if err := used(t, Package{Name: "attached", Attached: &Attachment{}}).Vouch(); err != nil {
		t.Errorf("attached: %v", err)
	}
	pool = used(t, script(t, "exit 0\n"))
	if err := os.Remove(pool.described[0].Executable); err != nil {
		t.Fatal(err)
	}
	if pool.Vouch() == nil {
		t.Error("a program that is gone is vouched for")
	}
}
