package e2e

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// crooked is small, not in canonical form.
var crooked = must.ReplaceAll(small, "  generate = ", "generate   =", "classes  =", "classes=")

func TestFmt(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("bad.hcl", crooked)
	d.write("good.hcl", small)
	if o := d.must(1, "fmt", "-check", "good.hcl", "bad.hcl"); o.stdout != "bad.hcl\n" || d.read("bad.hcl") != crooked {
		t.Errorf("-check lists %q, or wrote", o.stdout)
	}
	o := d.must(1, "fmt", "-check", "-diff", "bad.hcl")
	contains(t, "stdout", o.stdout, "--- old/bad.hcl", "+++ new/bad.hcl", "\n-generate   =\"blobs\"\n",
		"\n+  generate = \"blobs\"\n")
	if err := os.Chmod(d.file("bad.hcl"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("bad.hcl", d.file("link.hcl")); err != nil {
		t.Fatal(err)
	}
	if o := d.must(0, "fmt", "good.hcl", "link.hcl"); o.stdout != "link.hcl\n" || d.read("bad.hcl") != small {
		t.Errorf("fmt lists %q and leaves\n%s", o.stdout, d.read("bad.hcl"))
	}
	info, err := os.Lstat(d.file("link.hcl"))
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if info, err := os.Stat(d.file("bad.hcl")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions are %v, %v", info.Mode(), err)
	}
	if o := d.must(0, "fmt", "-check", "bad.hcl"); o.stdout != "" {
		t.Errorf("a formatted file is listed: %q", o.stdout)
	}
}

func TestFmtOfWrongFiles(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	wrong := "learner {\n  C = \n"
	d.write("wrong.hcl", wrong)
	d.write("bad.hcl", crooked)
	o := d.must(2, "fmt", "wrong.hcl", "bad.hcl")
	contains(t, "stderr", o.stderr, "on wrong.hcl:1:", "learner {", "^")
	if d.read("wrong.hcl") != wrong || d.read("bad.hcl") != small {
		t.Error("the wrong file was touched, or the other one was not formatted")
	}
	contains(t, "stderr", d.must(2, "fmt", "nowhere.hcl").stderr, "nowhere.hcl")
	d.must(2, "fmt", ".")
	d.must(2, "fmt")
}

func TestFmtOfStdin(t *testing.T) {
	t.Parallel()
	c := exec.Command(benchAt, "fmt", "-")
	c.Stdin = strings.NewReader(crooked)
	if out, err := c.Output(); err != nil || string(out) != small {
		t.Errorf("%v, %s", err, out)
	}
}
