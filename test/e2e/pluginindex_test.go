package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// exampleIndex makes the archives of plugins that need no compiler, and an index of them, in the folder "index".
func (d *dir) exampleIndex() {
	d.t.Helper()
	make := exec.Command(repository+"/examples/index/make.sh", d.file("index"), "scripts")
	make.Env = append(os.Environ(), "BENCH="+benchAt, "TMPDIR="+d.file("tmp"))
	if out, err := make.CombinedOutput(); err != nil {
		d.t.Fatalf("make.sh: %v\n%s", err, out)
	}
}

//go:generate ../../examples/index/make.sh ../../examples/index scripts

// The archives have the digests of the index in the repository, wherever and whenever they are made.
func TestExampleIndex(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.exampleIndex()
	committed, err := os.ReadFile(repository + "/examples/index/plugins.hcl")
	if err != nil {
		t.Fatal(err)
	}
	if got := d.read("index/plugins.hcl"); got != string(committed) {
		t.Errorf("the archives of the example plugins are others than examples/index/plugins.hcl says; if the change is "+
			"meant, run: make generate\n%s", got)
	}
}

// A plugin of each language is installed from an index and runs an experiment. See TestPluginNewJava for Java.
func TestPluginsOfAnIndex(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.exampleIndex()
	out := d.must(0, "plugin", "package", "plugins/centroid", "-out", "index")
	contains(t, "of the trial", out.stderr, "starts from its archive and offers learner centroid")
	archive, _, _ := strings.Cut(out.stdout, ",")
	contains(t, "the entry", d.must(0, "plugin", "index", "index/plugins.hcl", archive).stdout, "added centroid 0.1.0")

	web := httptest.NewServer(http.FileServer(http.Dir(d.file("index"))))
	t.Cleanup(web.Close)
	for _, c := range []struct{ language, name, learner string }{
		{"go", "centroid", "centroid"}, {"python", "centroid-python", "centroid"}, {"r", "means-r", "means"},
		{"", "centroid-shell", "centroid"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.language != "" {
				wants(t, c.language)
			}
			d := newDir(t)
			d.installs(web.URL+"/plugins.hcl", c.name, c.learner)
		})
	}
}

// installs takes a plugin from an index, and runs its learner.
func (d *dir) installs(index, name, learner string) {
	d.t.Helper()
	d.env = append(d.env, "XDG_CACHE_HOME="+d.file("cache"))
	text := `
bench {
  plugin_index = "INDEX"
  required_plugins { installed = { source = "NAME", version = "~> 0.1.0" } }
}
dataset "blobs" { generate = "blobs" }
learner "LEARNER" "learner" {}
reduction "one_vs_rest" "ova" {}
metric "accuracy" {}
`
	for old, word := range map[string]string{"INDEX": index, "NAME": name, "LEARNER": learner} {
		text = must.Replace(text, old, word)
	}
	d.write("installs.hcl", text)
	contains(d.t, "the fetch", d.must(0, "fetch", "installs.hcl").stdout, name+" 0.1.0", "bench.lock.hcl is written")
	d.must(0, "run", "installs.hcl")
	d.succeeds("results/installs")
}

// What cannot be packed is refused with a sentence, and nothing is written.
func TestPluginPackageRefuses(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("empty/readme.txt", "no plugin\n")
	d.write("broken/plugin.hcl", `command = ["sh", "./mute.sh"]`)
	d.write("broken/mute.sh", "exit 3\n")
	d.write("away/plugin.hcl", `command = ["sh", "./run.sh"]`)
	d.write("unbuilt/plugin.hcl", "command = [\"java\", \"target/plugin.jar\"]\nbuild = \"mvn -q package\"")
	d.write("made.txt", "\x7fELF is not enough\n")
	if err := os.Symlink("/etc/hostname", d.file("away/run.sh")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(d.file("made.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	untried := []string{"-untried", "-name", "a", "-version", "1.0.0"}
	for want, args := range map[string][]string{
		"there is no nowhere":               {"nowhere"},
		"holds no executable file":          {"empty"},
		"does not start from its archive":   {"broken"},
		"run.sh is a link out of the":       append([]string{"away"}, untried...),
		"build it: cd":                      {"unbuilt"},
		"write -name and -version":          {"broken", "-untried"},
		`the version "one" cannot be in`:    {"broken", "-untried", "-name", "a", "-version", "one"},
		`the name "a/b" cannot be in`:       {"broken", "-untried", "-name", "a/b", "-version", "1.0.0"},
		`"linux" is not a platform`:         {"broken", "-platform", "linux"},
		"-version is 9.0.0, and the plugin": {"plugins/centroid", "-version", "9.0.0"},
		"leads through a file that is not":  append([]string{"broken", "-out", "made.txt/x"}, untried...),
		"DIR is missing":                    {},
	} {
		contains(t, "stderr", d.must(2, append([]string{"plugin", "package"}, args...)...).stderr, want)
	}
	left, err := filepath.Glob(d.file("*.tar.gz"))
	if hidden, _ := filepath.Glob(d.file(".packing*")); err != nil || len(left)+len(hidden) > 0 {
		t.Errorf("%q and %q are left: %v", left, hidden, err)
	}
	d.checkNothingLeft()
}

// An index is changed as a whole or not at all.
func TestPluginIndexRefuses(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("a/plugin.hcl", `command = ["sh", "./run.sh"]`)
	d.write("a/run.sh", "exit 3\n")
	pack := []string{"plugin", "package", "a", "-untried", "-name", "a", "-version", "1.0.0", "-out"}
	d.must(0, append(pack, "one")...)
	d.write("a/run.sh", "exit 4\n")
	d.must(0, append(pack, "two")...)
	contains(t, "the same file", d.must(2, append(pack, "one")...).stderr, "is there already, with other bytes")
	d.write("one/a_1.0.0_linux_amd64.tar.gz", d.read("one/a_1.0.0.tar.gz"))
	d.write("one/b_1.0.0.tar.gz", "no archive")
	d.write("one/cut_1.0.0.tar.gz", d.read("one/a_1.0.0.tar.gz")[:100])
	d.shell("mkdir text && echo none > text/readme.txt && tar czf one/text_1.0.0.tar.gz text")
	d.write("broken.hcl", "plugin \"a\" {\n")
	d.must(0, "plugin", "index", "i.hcl", "one/a_1.0.0.tar.gz")
	before := d.read("i.hcl")
	d.write("i.hcl.minisig", "")
	for want, args := range map[string][]string{
		"and this archive has":                              {"i.hcl", "two/a_1.0.0.tar.gz"},
		"There is a second archive for":                     {"i.hcl", "one/a_1.0.0_linux_amd64.tar.gz"},
		"neither a .tar.gz nor a .zip":                      {"i.hcl", "one/b_1.0.0.tar.gz"},
		"it ends too early":                                 {"i.hcl", "one/cut_1.0.0.tar.gz"},
		"plugin: plugin \"text\": text holds no executable": {"i.hcl", "one/text_1.0.0.tar.gz"},
		"does not say what it holds":                        {"i.hcl", "a/run.sh"},
		"it is a folder: pack it first":                     {"i.hcl", "a"},
		"there is no one/c_1.0.0.tar.gz":                    {"i.hcl", "one/c_1.0.0.tar.gz"},
		"broken.hcl:1":                                      {"broken.hcl", "one/a_1.0.0.tar.gz"},
		"one is a folder":                                   {"one", "one/a_1.0.0.tar.gz"},
		"it is not in the folder of":                        {"two/i.hcl", "one/a_1.0.0.tar.gz"},
		"ftp":                                               {"i.hcl", "one/a_1.0.0.tar.gz", "-base", "ftp://example.org"},
		"ARCHIVE is missing":                                {"i.hcl"},
	} {
		contains(t, "stderr", d.must(2, append([]string{"plugin", "index"}, args...)...).stderr, want)
	}
	if d.read("i.hcl") != before {
		t.Error("the index has changed")
	}
	out := d.must(0, "plugin", "index", "i.hcl", "two/a_1.0.0.tar.gz", "-replace")
	contains(t, "with -replace", out.stdout+out.stderr, "replaced a 1.0.0", "i.hcl.minisig is of the index as it was")
	d.checkNothingLeft()
}
