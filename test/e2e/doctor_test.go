package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// diagnosed is what bench doctor -format json prints.
type diagnosed struct {
	Bench  struct{ Version string }
	OS     string
	Sound  bool
	Checks []struct{ Check, Status, Says, Mend string }
}

// status is that of a check, "" if there is none.
func (d diagnosed) status(check string) string {
	for _, c := range d.Checks {
		if c.Check == check {
			return c.Status
		}
	}
	return ""
}

func diagnose(t *testing.T, o outcome) (found diagnosed) {
	t.Helper()
	if err := json.Unmarshal([]byte(o.stdout), &found); err != nil {
		t.Fatalf("%v: %s", err, o.stdout)
	}
	return found
}

// newWideDir is newDir with lines that are not broken.
func newWideDir(t *testing.T) *dir {
	t.Helper()
	d := newDir(t)
	d.env = []string{"COLUMNS=1000"}
	return d
}

// flat is a text on one line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestDoctor(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	o := d.must(0, "doctor")
	contains(t, "stdout", o.stdout, "ok     plugins          all 11 start: ", "ok     small run        6 cells in ",
		"ok     memory limits ", "pack sklearn ", "\nEverything that a run needs works here.\n")
	found := diagnose(t, d.must(0, "doctor", "-format", "json"))
	if !found.Sound || found.OS == "" || found.Bench.Version == "" {
		t.Errorf("%+v", found)
	}
	for _, check := range []string{"plugins", "small run", "processes", "temporary files", "results", "time limits",
		"memory limits", "orphans", "vector code"} {
		t.Run(check, func(t *testing.T) {
			if s := found.status(check); s != "ok" && check != "vector code" || s == "" {
				t.Errorf("%q", s)
			}
		})
	}
	if left, err := os.ReadDir(d.file("tmp")); err != nil || len(left) > 0 {
		t.Errorf("%d temporary files are left: %v", len(left), err)
	}
	contains(t, "stderr", d.must(2, "doctor", "-format", "xml").stderr, "text and json")
}

// installation makes another folder of bench, with links to its plugins.
func (d *dir) installation(name string) (bench string) {
	d.t.Helper()
	plugins := d.file(name + "/plugins")
	if err := os.MkdirAll(plugins, 0o755); err != nil {
		d.t.Fatal(err)
	}
	for _, of := range []string{"bench", "plugins/*"} {
		files, err := filepath.Glob(filepath.Join(built, of))
		if err != nil || len(files) == 0 {
			d.t.Fatal(files, err)
		}
		for _, file := range files {
			if err := os.Link(file, filepath.Join(d.file(name), strings.TrimPrefix(file, built))); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	return d.file(name + "/bench")
}

// A plugin that does not start fails in both formats, with what to do. One without a link is there all the same.
func TestDoctorOfBrokenPlugins(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	d.bench = d.installation("broken")
	if err := os.Remove(d.file("broken/plugins/lda")); err != nil {
		t.Fatal(err)
	}
	contains(t, "stdout", d.must(0, "doctor").stdout, "ok     plugins          all 11 start: ")
	d.write("broken/plugins/lda", "made for another machine")
	if err := os.Chmod(d.file("broken/plugins/lda"), 0o755); err != nil {
		t.Fatal(err)
	}
	contains(t, "stdout", d.must(1, "doctor").stdout, "fails  plugin lda       ", "was not made for", "install bench for that",
		"small run        not tried")
	found := diagnose(t, d.must(1, "doctor", "-format", "json"))
	if found.Sound || found.status("plugin lda") != "fails" || found.status("small run") != "note" ||
		found.status("time limits") != "ok" {
		t.Errorf("%+v", found)
	}
	d.write("e.hcl", small)
	contains(t, "stderr", flat(d.must(2, "run", "e.hcl").stderr), "was not made for this machine",
		"bench doctor says what works on this machine")
}

// Plugins in a folder where no program may run are one line of the doctor, and one warning of a run.
func TestDoctorOfNoexecFolder(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	d.bench = d.installation("installed")
	program := d.read("installed/bench")
	for _, name := range []string{"lda", "reducers"} { // programs of their own, in place of the links
		d.executable("installed/plugins/"+name, program)
	}
	d.write("work/e.hcl", small)
	mounted := "mount --bind ../installed/plugins ../installed/plugins && mount -o remount,bind,noexec ../installed/plugins && "
	o := d.in("work", mounted+"$BENCH doctor")
	if o.status != 1 || strings.Count(o.stdout, "\nfails ") != 1 {
		t.Errorf("status %d: %s", o.status, o.stdout)
	}
	contains(t, "stdout", o.stdout, "lda and reducers: the system runs no program in", "mounted with noexec",
		"copy bench with its plugins to another folder")
	o = d.in("work", mounted+"$BENCH run e.hcl")
	if o.status != 2 || strings.Count(o.stderr, "Warning[") != 1 {
		t.Errorf("status %d: %s", o.status, o.stderr)
	}
	contains(t, "stderr", flat(o.stderr), "mounted with noexec", "bench doctor says what works on this machine")
}

// Without a folder for temporary files, or where results cannot be written, doctor fails and a run names it.
func TestDoctorOfFolders(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	d.write("e.hcl", small)
	o := d.in("work", "TMPDIR=/nowhere $BENCH doctor")
	if o.status != 1 {
		t.Errorf("status %d", o.status)
	}
	contains(t, "stdout", o.stdout, "fails  temporary files  making a scratch folder: there is no /nowhere; TMPDIR names")
	o = d.in("work", "TMPDIR=/nowhere $BENCH run ../e.hcl")
	contains(t, "stderr", o.stderr, "there is no /nowhere", "bench doctor says what works on this machine")
	o = d.in("work", "mount -t tmpfs -o ro none . && cd $PWD && $BENCH doctor")
	if o.status != 1 {
		t.Errorf("status %d", o.status)
	}
	contains(t, "stdout", o.stdout, "fails  results ", "read-only", "-out")
	if o := d.in("work", "mount -t tmpfs -o ro none . && cd $PWD && $BENCH doctor -out ../elsewhere"); o.status != 0 {
		t.Errorf("status %d: %s", o.status, o.stdout)
	}
	contains(t, "no home", d.in("work", "env -u HOME -u XDG_CACHE_HOME $BENCH doctor").stdout, "note   cache ", "set HOME")
}
