package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/test/must"
)

// house gives the directory a bench of its own, with the shipped plugins that the
// small experiment needs, so that a test can add packages.
func (d *dir) house() {
	d.t.Helper()
	if err := os.MkdirAll(d.file("bin/plugins"), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Link(benchAt, d.file("bin/bench")); err != nil {
		d.t.Fatal(err)
	}
	for _, name := range []string{"lda", "reducers"} {
		if err := os.Symlink(filepath.Join(built, "plugins", name), d.file("bin/plugins/"+name)); err != nil {
			d.t.Fatal(err)
		}
	}
	d.bench = d.file("bin/bench")
}

// pack is the manifest of a package that offers the centroid learner. It writes down
// that it is started.
const pack = `command  = ["bin/shell", "start.sh"]
learners = ["centroid"]
language = "python"
requires = ["grpcio"]
install  = "make packs"
`

// startPack notes what was started in the home folder, which is not part of the package.
const startPack = "echo \"$0 $1\" >> \"$HOME/started\"\nexec ./library\n"

func (d *dir) pack(name string) {
	d.t.Helper()
	content, err := os.ReadFile(filepath.Join(built, "extra/library"))
	if err != nil {
		d.t.Fatal(err)
	}
	d.executable(name+"/library", string(content))
	d.write(name+"/plugin.hcl", pack)
	d.write(name+"/start.sh", startPack)
	d.executable(name+"/bin/shell", "#!/bin/sh\n[ \"$1\" = -c ] && echo grpcio 1.0 && exit 0\nexec /bin/sh \"$@\"\n")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/library", "1.4")
}

// near is the small experiment with the learner of the pack.
var near = must.Replace(small, `"lda" "lda"`, `"centroid" "near"`)

func (d *dir) started() int {
	content, _ := os.ReadFile(d.file("home/started"))
	return strings.Count(string(content), "\n")
}

// A package with a manifest is started by the files that name its components, and by
// no others. What it lacks is told where it is wanted, and stops nothing else.
func TestPackageWithManifest(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.house()
	d.pack("bin/plugins/wood")
	d.write("lda.hcl", small)
	d.write("near.hcl", near)
	d.write("typo.hcl", must.Replace(near, `"centroid"`, `"centrod"`))

	d.must(0, "validate", "lda.hcl")
	contains(t, "a typo", d.must(2, "validate", "typo.hcl").stderr, `Did you mean "centroid"?`)
	if n := d.started(); n != 0 {
		t.Fatalf("started %d times by files that do not use it", n)
	}
	d.must(0, "run", "near.hcl")
	if d.started() == 0 {
		t.Fatal("another plugin answered")
	}
	contains(t, "the list", d.must(0, "plugin", "list").stdout, "wood", "learner centroid")

	d.executable("bin/plugins/wood/bin/shell", "#!/bin/sh\n[ \"$1\" = -c ] && exit 0\necho 'Traceback' >&2\nexit 1\n")
	lacks := "grpcio is missing in " + d.file("bin/plugins/wood/bin/shell") + "; install it with: make packs"
	list := d.must(0, "plugin", "list")
	contains(t, "the list", list.stdout, "lda", "not ready\n", lacks)
	said := strings.Join(strings.Fields(d.must(2, "validate", "near.hcl").stderr), " ")
	contains(t, "validate", said, lacks, `learner "centroid" "near"`, "^")
	if strings.Contains(said, "There is no learner type") {
		t.Errorf("one cause, two errors: %s", said)
	}
	contains(t, "describe", d.must(2, "plugin", "describe", "wood").stderr, lacks)
	d.must(0, "validate", "lda.hcl")

	if err := os.RemoveAll(d.file("bin/plugins/wood/bin")); err != nil {
		t.Fatal(err)
	}
	contains(t, "validate", strings.Join(strings.Fields(d.must(2, "validate", "near.hcl").stderr), " "),
		"bin/plugins/wood/bin/shell does not exist; install it with: make packs")
	d.write("bin/plugins/wood/plugin.hcl", "command = [\"sh\"]\nlearner = [\"centroid\"]\n")
	contains(t, "a bad manifest", d.must(0, "validate", "lda.hcl").stderr, "plugin.hcl:2:1", `Did you mean "learners"?`)
}

// The interpreter of a required package is said in the file and locked.
func TestInterpreter(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.pack("own/wood")
	by := func(interpreter string) {
		d.write("e.hcl", near+"bench {\n  required_plugins {\n    wood = { source = \"./own/wood\", interpreter = \""+interpreter+"\" }\n  }\n}\n")
	}
	by("sh")
	d.must(2, "init", "e.hcl") // sh has no importlib
	d.write("own/wood/plugin.hcl", must.Replace(pack, `requires = ["grpcio"]`, ""))
	d.must(0, "init", "e.hcl")
	contains(t, "the lock file", d.read("bench.lock.hcl"), `interpreter = "sh"`)
	d.must(0, "validate", "e.hcl")
	by("./other/sh")
	d.executable("other/sh", "#!/bin/sh\nexec /bin/sh \"$@\"\n")
	contains(t, "another interpreter", strings.Join(strings.Fields(d.must(2, "validate", "e.hcl").stderr), " "),
		`Its interpreter is "./other/sh", and in bench.lock.hcl it is "sh"`)
	d.must(0, "init", "e.hcl", "-upgrade")
	d.must(0, "run", "e.hcl")
}

// startsLate is a start that ends only when two processes have begun theirs and
// somebody has read the data: their time of access, which was in the past, moves.
const startsLate = `echo started >> "$HOME/started"
while [ $(wc -l < "$HOME/started") -lt 2 ]; do sleep 0.05; done
while [ $(stat -c %X "$HOME/../four.csv") -lt 1000000000 ]; do sleep 0.05; done
exec ./library
`

// The start of a slow plugin overlaps with that of the second worker's and with the
// reading of the data, and each worker pays for one.
func TestSlowStartOverlaps(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.house()
	d.pack("bin/plugins/wood")
	script := startsLate
	d.write("four.csv", fourClasses())
	long := time.Unix(900000000, 0)
	if err := os.Chtimes(d.file("four.csv"), long, long); err != nil {
		t.Fatal(err)
	}
	if d.read("four.csv"); accessed(t, d.file("four.csv")).Equal(long) {
		t.Log("the file system keeps no times of access: that data are read meanwhile is not seen")
		script = must.Replace(script, "-lt 1000000000", "-lt 0")
	}
	d.write("bin/plugins/wood/start.sh", script)
	if err := os.Chtimes(d.file("four.csv"), long, long); err != nil {
		t.Fatal(err)
	}
	d.write("e.hcl", must.Replace(near, `dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}`, "dataset \"four\" {\n  file = \"four.csv\"\n  target = \"kind\"\n}"))
	d.must(0, "run", "e.hcl", "-workers", "2")
	if n := d.started(); n != 2 {
		t.Errorf("%d starts for two workers", n)
	}
	d.must(0, "run", "e.hcl", "-workers", "1", "-out", "again")
	if n := d.started(); n != 3 {
		t.Errorf("%d more starts for one worker", n-2)
	}
}

func accessed(t *testing.T, path string) time.Time {
	t.Helper()
	var info unix.Stat_t
	if err := unix.Stat(path, &info); err != nil {
		t.Fatal(err)
	}
	return time.Unix(info.Atim.Unix())
}
