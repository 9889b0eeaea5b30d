package e2e

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"

	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/server"
)

// archived is a built plugin as an archive, with its SHA-256.
func archived(t *testing.T, from string) (archive []byte, digest string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(built, from))
	if err != nil {
		t.Fatal(err)
	}
	return digested(server.Executables(filepath.Base(from), string(content)))
}

func digested(b []byte) ([]byte, string) {
	sum := sha256.Sum256(b)
	return b, hex.EncodeToString(sum[:])
}

// indexed is the block of an index.
func indexed(name, version, os, arch, archive, digest string) string {
	return fmt.Sprintf("plugin %q %q {\n  os = %q\n  arch = %q\n  archive = %q\n  sha256 = %q\n}\n", name, version, os, arch,
		archive, digest)
}

// tables are the files whose bytes are the same wherever an experiment runs.
var tables = []string{"scores.csv", "summary.csv", "tables/accuracy.md", "predictions.csv.gz"}

// A suite and a plugin from an index go from bench fetch to the report, and no other command uses the network. A second
// machine with an empty cache gives the same bytes. What is not locked, or was changed in the cache, is started by no
// command.
func TestPluginFromIndex(t *testing.T) {
	t.Parallel()
	s := server.New("")
	web := httptest.NewServer(s)
	defer web.Close()
	network := []string{"BENCH_OPENML=" + web.URL, "HF_TOKEN=secret"}
	archive, digest := archived(t, "extra/centroid")
	other := strings.Repeat("a", 64)
	s.Put("centroid.tar.gz", archive)
	s.Put("index.hcl", []byte(indexed("lab/centroid", "0.0.1", runtime.GOOS, runtime.GOARCH, "old.tar.gz", other)+
		indexed("lab/centroid", "0.1.0", runtime.GOOS, runtime.GOARCH, "centroid.tar.gz", digest)+
		indexed("lab/centroid", "0.1.0", "plan9", "arm", "plan9.tar.gz", other)))
	experiment := `
bench {
  plugin_index = "` + web.URL + `/files/index.hcl"
  required_plugins {
    centroid = { source = "lab/centroid", version = "~> 0.1" }
  }
}
experiment "named" {}
suite "tests" { openml_suite = 99 }
learner "centroid" "near" {}
reduction "one_vs_rest" "ova" {}
metric "accuracy" {}
table "accuracy" { metric = metric.accuracy }
`
	first := newDir(t)
	first.env = append(slices.Clone(network), "XDG_CACHE_HOME="+first.file("cache"))
	first.write("e.hcl", experiment)
	contains(t, "before the fetch", first.must(2, "validate", "e.hcl").stderr, `Plugin "centroid" cannot be used`, "on e.hcl:5:",
		"Run: bench fetch e.hcl")
	contains(t, "the fetch", first.must(0, "fetch", "e.hcl").stdout, "plugin centroid: lab/centroid 0.1.0 for "+
		runtime.GOOS+"/"+runtime.GOARCH+", sha256 "+digest, "bench.lock.hcl is written")
	contains(t, "the lock file", first.read("bench.lock.hcl"), `version = "0.1.0"`, digest, `"plan9"`, other, `package = "`)
	for _, line := range s.Requests() {
		if strings.Contains(line, "Authorization") {
			t.Errorf("a token went to another host: %s", line)
		}
	}
	s.Forget()
	contains(t, "init", first.must(0, "init", "e.hcl").stdout, "centroid 0.1.0, sha256 "+digest)
	for _, verb := range []string{"validate e.hcl", "plan e.hcl", "run e.hcl", "plugin list -file e.hcl", "report results/named"} {
		first.must(0, strings.Fields(verb)...)
	}
	contains(t, "the report", first.read("results/named/report.html"), "near")
	if asked := s.Requests(); len(asked) > 0 {
		t.Errorf("others than bench fetch have used the network: %q", asked)
	}

	second := newDir(t)
	second.env = append(slices.Clone(network), "XDG_CACHE_HOME="+second.file("cache"))
	second.write("e.hcl", experiment)
	second.write("bench.lock.hcl", first.read("bench.lock.hcl"))
	contains(t, "without the cache", second.must(2, "run", "e.hcl").stderr, "not in the cache", "Run: bench fetch e.hcl")
	contains(t, "the second fetch", second.must(0, "fetch", "e.hcl").stdout, "bench.lock.hcl is unchanged")
	second.must(0, "run", "e.hcl")
	for _, name := range tables {
		if first.read("results/named/"+name) != second.read("results/named/"+name) {
			t.Errorf("%s differs on the second machine", name)
		}
	}
	if first.read("bench.lock.hcl") != second.read("bench.lock.hcl") {
		t.Error("the lock file of the second machine is another one")
	}
	second.refusesStrangers(digest)
}

// refusesStrangers checks that a fetched plugin that was changed, or is not locked, is started by no command.
func (d *dir) refusesStrangers(digest string) {
	d.t.Helper()
	at := "cache/bench/plugins/" + digest + "/package"
	d.executable(at, "#!/bin/sh\ntouch '"+d.file("started")+"'\n")
	lock := d.read("bench.lock.hcl")
	for what, words := range map[string]string{"changed": "changed after they were fetched", "not locked": "does not say which bytes"} {
		if what == "not locked" {
			d.must(0, "fetch", "e.hcl") // brings it back
			d.executable(at, "#!/bin/sh\ntouch '"+d.file("started")+"'\n")
			d.write("bench.lock.hcl", must.Replace(lock, `"lab/centroid"`, `"lab/other"`))
		}
		for _, verb := range append(verbs, "init e.hcl") {
			o := d.must(2, strings.Fields(verb)...)
			contains(d.t, what+": "+verb, strings.Join(strings.Fields(o.stderr), " "), words, "bench fetch e.hcl")
		}
		if _, err := os.Stat(d.file("started")); err == nil {
			d.t.Fatalf("a plugin that is %s was started", what)
		}
		d.write("bench.lock.hcl", lock)
	}
}

// An address with the platform in it is fetched, locked and run; the archive that was changed there is taken with
// -upgrade only, and then its cells run again.
func TestPluginByAddress(t *testing.T) {
	t.Parallel()
	s := server.New("")
	web := httptest.NewServer(s)
	defer web.Close()
	archive, digest := archived(t, "extra/centroid")
	name := "centroid_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
	s.Put(name, archive)
	d := newDir(t)
	d.env = append(d.env, "XDG_CACHE_HOME="+d.file("cache"))
	required := "bench {\n  required_plugins {\n    centroid = { source = \"URL/files/centroid_{os}_{arch}.tar.gz\" }\n  }\n}\n"
	required = must.Replace(required, "URL", web.URL)
	d.write("e.hcl", must.Replace(small, `"lda" "lda"`, `"centroid" "near"`)+required)
	contains(t, "the fetch", d.must(0, "fetch", "e.hcl").stdout, digest, "bench.lock.hcl is written")
	d.must(0, "run", "e.hcl")
	contains(t, "the manifest", d.read("results/small/manifest.json"), "centroid")
	scores := d.read("results/small/scores.csv")
	d.verified()

	content, err := os.ReadFile(filepath.Join(built, "extra/centroid"))
	if err != nil {
		t.Fatal(err)
	}
	archive, changed := digested(server.Executables("centroid", string(content)+"\n"))
	s.Put(name, archive)
	contains(t, "the next fetch", d.must(0, "fetch", "e.hcl").stdout, digest, "bench.lock.hcl is unchanged")
	if err := os.RemoveAll(d.file("cache")); err != nil {
		t.Fatal(err)
	}
	o := d.must(1, "fetch", "e.hcl")
	contains(t, "another archive", strings.Join(strings.Fields(o.stderr), " "), `Plugin "centroid" was not fetched`, "is another file",
		digest, changed, "bench fetch e.hcl -upgrade")
	d.must(2, "run", "e.hcl")
	o = d.must(0, "fetch", "e.hcl", "-upgrade")
	contains(t, "the upgrade", strings.Join(strings.Fields(o.stderr), " "), "its archive for", changed, digest, "It is taken")
	contains(t, "the plan", d.must(0, "plan", "e.hcl").stdout, "0 with results already")
	d.must(0, "run", "e.hcl")
	if d.read("results/small/scores.csv") != scores {
		t.Error("another build of the plugin gives other scores")
	}
	d.write("e.hcl", must.Replace(d.read("e.hcl"), "http://", "http://user:secret@"))
	o = d.must(1, "fetch", "e.hcl", "-upgrade")
	contains(t, "a password", strings.Join(strings.Fields(o.stderr), " "), "user name or password")
	if strings.Contains(d.read("bench.lock.hcl"), "secret") {
		t.Error("the lock file holds the password")
	}
}

// verified packs the results and has another machine, without a cache, compute them again.
func (d *dir) verified() {
	d.t.Helper()
	capsule := strings.TrimSpace(d.must(0, "pack", "results/small", "-out", "small.tar.gz").stdout)
	other := d.elsewhere("small.tar.gz")
	other.env = append(other.env, "XDG_CACHE_HOME="+other.file("cache"))
	contains(d.t, "without trust", other.must(2, "verify", "small.tar.gz").stdout, "not part of bench: -trust")
	contains(d.t, "verify", other.must(0, "verify", "small.tar.gz", "-trust", capsule).stdout, "Verified: 6 cells equal")
}

// An index in a folder, such as a clone of a repository, is used with its signature. What was fetched runs without the
// folder; a copy of the folder stands in for an address.
func TestPluginFromFolder(t *testing.T) {
	t.Parallel()
	archive, digest := archived(t, "extra/centroid")
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	index := indexed("centroid", "0.1.0", runtime.GOOS, runtime.GOARCH, "archives/centroid.tar.gz", digest)
	d := newDir(t)
	d.env = append(d.env, "XDG_CACHE_HOME="+d.file("cache"))
	d.write("repository/index.hcl", index)
	d.write("repository/index.hcl.minisig", string(minisign.Sign(private, []byte(index))))
	d.write("repository/archives/centroid.tar.gz", string(archive))
	d.write("lab.pub", "untrusted comment: of the lab\n"+public.String()+"\n")
	bench := "bench {\n  plugin_index     = \"repository/index.hcl\"\n  plugin_index_key = \"./lab.pub\"\n" +
		"  required_plugins {\n    centroid = { source = \"centroid\" }\n  }\n}\n"
	d.write("e.hcl", must.Replace(small, `"lda" "lda"`, `"centroid" "near"`)+bench)
	contains(t, "the fetch", d.must(0, "fetch", "e.hcl").stdout, "plugin centroid 0.1.0", digest)
	contains(t, "the lock file", d.read("bench.lock.hcl"), `"repository/archives/centroid.tar.gz"`)
	if err := os.Rename(d.file("repository"), d.file("gone")); err != nil {
		t.Fatal(err)
	}
	d.must(0, "run", "e.hcl")

	d.write("mirror/index.hcl", index)
	d.write("mirror/centroid.tar.gz", string(archive))
	d.env = append(d.env, "BENCH_PLUGIN_MIRROR="+d.file("mirror"), "XDG_CACHE_HOME="+d.file("cache2"))
	d.write("far/lab.pub", d.read("lab.pub"))
	d.write("far/e.hcl", must.Replace(d.read("e.hcl"), `"repository/index.hcl"`, `"https://example.org/index.hcl"`))
	contains(t, "an index without a signature", strings.Join(strings.Fields(d.must(1, "fetch", "far/e.hcl").stderr), " "),
		"neither index.hcl.minisig nor index.hcl.sig", "it is not used")
	d.write("mirror/index.hcl.minisig", d.read("gone/index.hcl.minisig"))
	d.must(0, "fetch", "far/e.hcl")
	contains(t, "the lock file", d.read("far/bench.lock.hcl"), `"https://example.org/archives/centroid.tar.gz"`, digest)
	d.must(0, "validate", "far/e.hcl")
}
