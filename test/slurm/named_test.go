package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/server"
)

// namedText is an experiment that names its data and its plugin. The setup hides the cache from the nodes.
const namedText = `
bench {
  plugin_index = "URL/files/index.hcl"
  required_plugins { faulty = { source = "lab/faulty" } }
}
experiment "NAME" {
  title = "One title for all, since the tables have it"
}
suite "tests" { openml_suite = 99 }
dataset "csv" {
  url    = "URL/files/blobs.zip"
  member = "in/blobs.csv"
  target = "class"
  drop   = ["id", "remark"]
}
learner "slow" "slow" { seconds = 0.03 }
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
metric "accuracy" {}
executor "slurm" {
  shared_dir = "SHARED"
  local_dir  = "LOCAL"
  slots      = 3
  setup      = ["export XDG_CACHE_HOME=/nonexistent"]
}
`

// Data and plugins that were fetched go with the job: nodes have no cache and ask no server. What was not fetched is
// said before anything is submitted.
func named(t *testing.T, w *world, name string) {
	s := server.New("")
	web := httptest.NewServer(s)
	defer web.Close()
	content, err := os.ReadFile(filepath.Join(w.dir, "plugins", "faulty"))
	if err != nil {
		t.Fatal(err)
	}
	archive := server.Executables("faulty", string(content))
	sum := sha256.Sum256(archive)
	s.Put("faulty.tar.gz", archive)
	s.Put("index.hcl", []byte("plugin \"lab/faulty\" \"0.1.0\" {\n  archive = \"faulty.tar.gz\"\n  sha256 = \""+
		hex.EncodeToString(sum[:])+"\"\n}\n"))

	text := must.ReplaceAll(namedText, "NAME", name, "URL", web.URL, "SHARED", filepath.Join(w.Shared, "bench"), "LOCAL",
		filepath.Join(filepath.Dir(w.dir), "local"))
	folder := filepath.Join(w.dir, name+"-files") // with a lock file of its own
	file := filepath.Join(folder, name+".hcl")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cached := func(program string, args ...string) *exec.Cmd {
		c := w.Command(program, args...)
		c.Env = append(c.Environ(), "XDG_CACHE_HOME="+filepath.Join(folder, "cache"), "BENCH_OPENML="+web.URL)
		return c
	}
	early := w.with(t, cached, "run", file, "-out", name)
	if status := early.status(t); status != 2 || !strings.Contains(early.said.String(), "Run: bench fetch") {
		t.Errorf("status %d before the fetch\n%s", status, early.said.String())
	}
	if fetched := w.with(t, cached, "fetch", file); fetched.status(t) != 0 {
		t.Fatal(fetched.said.String())
	}
	s.Forget()
	for _, args := range [][]string{{"-out", name}, {"-out", name + "-local", "-executor", "local"}} {
		if d := w.with(t, cached, append([]string{"run", file}, args...)...); d.status(t) != 0 {
			t.Fatalf("%q\n%s", args, d.said.String())
		}
	}
	here, there := w.promised(t, name+"-local"), w.promised(t, name)
	for file, want := range here {
		if there[file] != want {
			t.Errorf("%s differs from the local run", file)
		}
	}
	if w.results(name) == 0 {
		t.Error("no node has computed anything")
	}
	if asked := s.Requests(); len(asked) > 0 {
		t.Errorf("runs have used the network: %q", asked)
	}
}
