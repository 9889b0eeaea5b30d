package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/test/must"
)

// own puts a copy of a built plugin into the directory, so that a test can
// change it.
func (d *dir) own(from string) {
	d.t.Helper()
	content, err := os.ReadFile(filepath.Join(built, from))
	if err != nil {
		d.t.Fatal(err)
	}
	d.executable("own/"+filepath.Base(from), string(content))
}

// executable writes a file that can be started.
func (d *dir) executable(name, content string) {
	d.t.Helper()
	_ = os.Remove(d.file(name)) // the old one may still be running
	d.write(name, content)
	if err := os.Chmod(d.file(name), 0o755); err != nil {
		d.t.Fatal(err)
	}
}

// rebuild makes another build of an executable, which does the same.
func (d *dir) rebuild(name string) { d.executable(name, d.read(name)+"\n") }

// digest is the hash of a plugin package of the directory.
func (d *dir) digest(name string) string {
	d.t.Helper()
	pkg, err := host.OpenPackage(filepath.Base(name), d.file(name))
	if err != nil {
		d.t.Fatal(err)
	}
	return pkg.Digest
}

// requires is a bench block that requires plugins of the folder own.
func requires(names ...string) string {
	var b strings.Builder
	b.WriteString("bench {\n  required_plugins {\n")
	for _, name := range names {
		b.WriteString("    " + name + " = { source = \"./own/" + name + "\" }\n")
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

// centroids is the small experiment with a required plugin.
var centroids = must.Replace(small, `"lda" "lda"`, `"centroid" "near"`) + requires("centroid")

// verbs are the commands that start required plugins.
var verbs = []string{"run e.hcl", "validate e.hcl", "plan e.hcl", "code e.hcl", "plugin list -file e.hcl",
	"plugin describe centroid -file e.hcl"}

// A locked plugin that has changed is started by no verb, until the change is
// accepted.
func TestLockedPluginIsVerified(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/centroid")
	d.write("e.hcl", centroids)
	o := d.must(0, "init", "e.hcl")
	good := d.digest("own/centroid")
	contains(t, "stdout", o.stdout, "centroid", good, "bench.lock.hcl is written")
	lock := d.read("bench.lock.hcl")
	contains(t, "lock file", lock, "plugin \"centroid\" {\n  source  = \"./own/centroid\"\n  version = \"",
		"sha256  = \""+good+"\"")
	contains(t, "stdout", d.must(0, "init", "e.hcl").stdout, "bench.lock.hcl is unchanged")
	for _, verb := range verbs {
		d.must(0, strings.Fields(verb)...)
	}

	changed := d.read("own/centroid")
	d.executable("own/centroid", "#!/bin/sh\ntouch '"+d.file("started")+"'\n")
	bad := d.digest("own/centroid")
	for _, verb := range append(verbs, "init e.hcl") {
		o := d.must(2, strings.Fields(verb)...)
		words := strings.Join(strings.Fields(o.stderr), " ")
		contains(t, verb, words, `Error[P006]: Plugin "centroid" is not the one that is locked`, "on e.hcl:", "^^^", good, bad,
			"bench init e.hcl -upgrade")
	}
	if _, err := os.Stat(d.file("started")); err == nil {
		t.Error("the changed plugin was started")
	}
	if d.read("bench.lock.hcl") != lock {
		t.Error("the lock file was changed without -upgrade")
	}

	d.executable("own/centroid", changed+"\n")
	d.must(2, "validate", "e.hcl")
	d.must(0, "init", "e.hcl", "-upgrade")
	contains(t, "lock file", d.read("bench.lock.hcl"), d.digest("own/centroid"))
	for _, verb := range verbs {
		d.must(0, strings.Fields(verb)...)
	}
}

func TestLockAndFileDiffer(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/centroid")
	d.own("plugins/lda")
	d.write("none.hcl", small)
	contains(t, "stdout", d.must(0, "init", "none.hcl").stdout, "nothing to lock")
	d.write("e.hcl", centroids)
	d.must(0, "init", "e.hcl")

	// What another file of the folder requires is not locked yet, and adding it
	// leaves the first entry.
	d.write("two.hcl", small+requires("centroid", "lda"))
	o := d.must(2, "validate", "two.hcl")
	contains(t, "stderr", o.stderr, `Plugin "lda" is not locked`, "bench init two.hcl", "two.hcl:17:5")
	d.must(0, "init", "two.hcl")
	contains(t, "lock file", d.read("bench.lock.hcl"), `plugin "centroid"`, `plugin "lda"`)
	d.must(0, "validate", "two.hcl")
	o = d.must(0, "validate", "e.hcl")
	contains(t, "stderr", o.stderr, `Warning[P007]: Plugin "lda" is locked but not required`, "bench.lock.hcl:")

	d.write("new.hcl", must.Replace(centroids, `"./own/centroid"`, `"./own/centroid", version = ">= 99"`))
	lock := d.read("bench.lock.hcl")
	contains(t, "stderr", d.must(2, "init", "new.hcl").stderr, "The file asks for >= 99")
	d.write("gone.hcl", centroids)
	if err := os.Remove(d.file("own/centroid")); err != nil {
		t.Fatal(err)
	}
	contains(t, "stderr", d.must(2, "init", "gone.hcl").stderr, "cannot be used")
	if d.read("bench.lock.hcl") != lock {
		t.Error("init failed and changed the lock file")
	}
	d.write("bench.lock.hcl", "plugin \"centroid\" {\n  sha256 = 5\n}\n")
	contains(t, "stderr", d.must(2, "validate", "e.hcl").stderr, "bench.lock.hcl:2:12")
}

// Without a lock file a plugin may change: its cells are run again.
func TestWithoutLockNothingIsChecked(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/centroid")
	d.write("e.hcl", centroids)
	d.must(0, "run", "e.hcl")
	before := d.digest("own/centroid")
	d.rebuild("own/centroid")
	d.must(0, "run", "e.hcl")
	if n := d.journal("results/small", "result"); n != 12 {
		t.Errorf("%d results, want 6 of each plugin", n)
	}
	// The journals say which plugin ran, the manifest which ran last.
	files, err := filepath.Glob(d.file("results/small/journal/*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	first, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	environment, _, _ := strings.Cut(string(first), "\n")
	contains(t, "environment", environment, `"kind":"environment"`, `"name":"centroid"`, before, `"runtimes":{"go":`)
	contains(t, "manifest", d.read("results/small/manifest.json"), d.digest("own/centroid"))
}
