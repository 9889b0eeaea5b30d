package packing

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// folder makes a plugin of files by their paths below it; those that begin with #! are executable.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "it")
	for name, content := range files {
		path := filepath.Join(dir, name)
		mode := os.FileMode(0o644)
		if strings.HasPrefix(content, "#!") {
			mode = 0o755
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), mode)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const manifest = "command = [\"sh\", \"./run.sh\"]\n"

// untried packs a folder without starting it.
func untried(source, out string) Packer {
	return Packer{Source: source, Out: out, Name: "it", Version: "1.0.0", Untried: true}
}

func pack(t *testing.T, p Packer) Packed {
	t.Helper()
	packed, err := p.Pack(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

// refused checks that a plugin is not packed, and that nothing is left.
func refused(t *testing.T, p Packer, want string) {
	t.Helper()
	if _, err := p.Pack(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if left, err := os.ReadDir(p.Out); err != nil || len(left) > 0 {
		t.Errorf("%v is left in the folder: %v", left, err)
	}
}

// headers lists the members of an archive.
func headers(t *testing.T, path string) (all []*tar.Header) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, h)
	}
}

func names(t *testing.T, path string) (all []string) {
	for _, h := range headers(t, path) {
		all = append(all, strings.TrimPrefix(h.Name, "plugin/"))
	}
	return all
}

// Where a plugin lies, when its files were written and what permissions others have make no difference.
func TestSameBytes(t *testing.T) {
	files := map[string]string{"plugin.hcl": manifest, "run.sh": "#!/bin/sh\n", "lib/b": "b", "lib/a": "a", "lib.txt": ""}
	first, second := folder(t, files), folder(t, files)
	old := time.Date(2001, 2, 3, 4, 5, 6, 7, time.UTC)
	err := errors.Join(os.Chtimes(filepath.Join(second, "lib/a"), old, old), os.Chmod(filepath.Join(second, "lib/a"), 0o600),
		os.Chmod(filepath.Join(second, "run.sh"), 0o700))
	if err != nil {
		t.Fatal(err)
	}
	a, b := pack(t, untried(first, t.TempDir())), pack(t, untried(second, t.TempDir()))
	if a.SHA256 != b.SHA256 || a.Package != b.Package || len(a.Package) != 64 {
		t.Errorf("the archives are %s of %s and %s of %s", a.SHA256, a.Package, b.SHA256, b.Package)
	}
	if _, sum, err := inputfile.Sum(a.Path); err != nil || sum != a.SHA256 || filepath.Base(a.Path) != "it_1.0.0.tar.gz" {
		t.Errorf("%s has the SHA-256 %s, and %s was said: %v", a.Path, sum, a.SHA256, err)
	}
	if got := names(t, a.Path); !slices.Equal(got, []string{"lib.txt", "lib/a", "lib/b", "plugin.hcl", "run.sh"}) {
		t.Errorf("the members are %q", got)
	}
	for _, h := range headers(t, b.Path) {
		want := map[bool]int64{true: 0o755, false: 0o644}[h.Name == "plugin/run.sh"]
		if h.Mode != want || h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" || !h.ModTime.Equal(time.Unix(0, 0)) {
			t.Errorf("%s: mode %o, want %o, of %d:%d %q %q, at %v", h.Name, h.Mode, want, h.Uid, h.Gid, h.Uname, h.Gname, h.ModTime)
		}
	}
	again := untried(first, filepath.Dir(a.Path))
	if same := pack(t, again); !same.Unchanged {
		t.Error("the second time, the archive is not unchanged")
	}
	again.Source = folder(t, map[string]string{"plugin.hcl": manifest})
	if _, err := again.Pack(context.Background()); err == nil || !strings.Contains(err.Error(), "with other bytes") {
		t.Errorf("an archive of the same name: %v", err)
	}
	again.Replace = true
	if other := pack(t, again); other.Unchanged || other.SHA256 == a.SHA256 {
		t.Error("the archive was not replaced")
	}
}

func TestLeft(t *testing.T) {
	dir := folder(t, map[string]string{
		"plugin.hcl": "command = [\"venv/bin/python\", \"-cp\", \"target/it.jar:target/lib/x.jar\"]\nrequires = [\"numpy\"]\nlanguage = \"python\"\n",
		"main.py":    "", "data/main.csv": "", "conf.hcl": "a = 1\n",
		"__pycache__/main.pyc": "", ".git/config": "", ".env": "secret", "venv/pyvenv.cfg": "", "venv/bin/python": "#!/bin/sh\n",
		"results/a/journal/0": "", "it.log": "", "bench.lock.hcl": "", "try.hcl": "bench {\n required_plugins {}\n}\n",
		"main.go": "", "go.mod": "", "sub/go.work.sum": "", "pom.xml": "", "src/It.java": "", "target/it.jar": "",
		"target/lib/x.jar": "", "target/classes/It.class": "", "target/original-it.jar": "", "keep/src/a": "",
	})
	p := pack(t, untried(dir, t.TempDir()))
	if got, want := names(t, p.Path), []string{"conf.hcl", "data/main.csv", "keep/src/a", "main.py", "plugin.hcl",
		"target/it.jar", "target/lib/x.jar"}; !slices.Equal(got, want) {
		t.Errorf("packed are %q,\nwant %q", got, want)
	}
	slices.Sort(p.Left)
	if want := []string{".env", ".git/", "__pycache__/", "bench.lock.hcl", "go.mod", "it.log", "main.go", "pom.xml",
		"results/a/", "src/", "sub/go.work.sum", "target/classes/", "target/original-it.jar", "try.hcl", "venv/"}; !slices.Equal(p.Left, want) {
		t.Errorf("left out are %q,\nwant %q", p.Left, want)
	}
	if said := strings.Join(p.Remarks, " "); !strings.Contains(said, "venv/bin/python, which is not in the archive") ||
		!strings.Contains(said, "It needs numpy, which is not in the archive") {
		t.Errorf("it says %q", said)
	}
}

func TestLinks(t *testing.T) {
	outside := filepath.Join(folder(t, map[string]string{"far/away.txt": "away"}), "far")
	for _, c := range []struct {
		to, name, refused string
		followed          string // why it is refused with -follow, too; "" if it is packed
	}{
		{"run.sh", "within.sh", "", ""},
		{"lib", "other", "", ""},
		{outside, "far", "out of the folder", ""},
		{filepath.Join(outside, "away.txt"), "away.txt", "out of the folder", ""},
		{"nothing", "gone", "a link to nothing", "a link to nothing"},
		{"..", "lib/up", "a link to a folder that it is in", "a link to a folder that it is in"},
	} {
		dir := folder(t, map[string]string{"plugin.hcl": manifest, "run.sh": "", "lib/a": "a"})
		if err := os.Symlink(c.to, filepath.Join(dir, c.name)); err != nil {
			t.Fatal(err)
		}
		p := untried(dir, t.TempDir())
		if c.refused != "" {
			refused(t, p, c.refused)
		} else if got := names(t, pack(t, p).Path); len(got) != 4 {
			t.Errorf("a link to %s: %q", c.to, got)
		}
		if p.Follow, p.Out = true, t.TempDir(); c.followed != "" {
			refused(t, p, c.followed)
			continue
		}
		for _, h := range headers(t, pack(t, p).Path) {
			if h.Typeflag != tar.TypeReg {
				t.Errorf("%s is not a file", h.Name)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"a\\b": "not all systems", "a\nb": "not all systems", "RUN.sh": "the same name",
		"\xff": "not all systems"} {
		dir := folder(t, map[string]string{"plugin.hcl": manifest, "run.sh": "", name: ""})
		refused(t, untried(dir, t.TempDir()), want)
	}
}

// What the flags say has to be right, and is asked for where the plugin cannot be asked.
func TestFlags(t *testing.T) {
	dir := folder(t, map[string]string{"plugin.hcl": manifest, "run.sh": ""})
	for want, change := range map[string]func(*Packer){
		"write -name and -version": func(p *Packer) { p.Version = "" },
		`the version "1.0_0"`:      func(p *Packer) { p.Version = "1.0_0" },
		`the name "a.b"`:           func(p *Packer) { p.Name = "a.b" },
		"would not say what":       func(p *Packer) { p.Platform = "a_b/c" },
		`"linux" is not`:           func(p *Packer) { p.Platform = "linux" },
		`"a/b/c" is not`:           func(p *Packer) { p.Platform = "a/b/c" },
		"there is nothing to pack": func(p *Packer) { p.Source = t.TempDir() },
	} {
		p := untried(dir, t.TempDir())
		change(&p)
		refused(t, p, want)
	}
	p := untried(dir, t.TempDir())
	p.Source = filepath.Join(dir, "nothing")
	if _, err := p.Pack(context.Background()); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	p.Source, p.Platform = dir, "plan9/arm"
	if packed := pack(t, p); filepath.Base(packed.Path) != "it_1.0.0_plan9_arm.tar.gz" {
		t.Errorf("it is called %s", packed.Path)
	}
}

// A folder in which nobody may write is told by its name.
func TestReadOnly(t *testing.T) {
	dir := folder(t, map[string]string{"plugin.hcl": manifest, "run.sh": ""})
	p := untried(dir, "/proc/self")
	if _, err := os.Stat(p.Out); err != nil {
		t.Skip("there is no folder that nobody can write to")
	}
	if _, err := p.Pack(context.Background()); err == nil || !strings.Contains(err.Error(), "into the folder /proc/self") {
		t.Error(err)
	}
}
