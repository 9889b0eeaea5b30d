package e2e

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/manyclass/bench/test/server"
)

// Every source of data goes from bench fetch to the report; on a second machine the lock file gives the same numbers.
func TestDescribedData(t *testing.T) {
	web := httptest.NewServer(server.New(""))
	defer web.Close()
	for _, name := range []string{"BENCH_UCI", "BENCH_HUGGINGFACE"} {
		t.Setenv(name, web.URL)
	}
	experiment := `
experiment "described" {}
dataset "hub" { huggingface = "org/blobs" }
dataset "uci" { uci = 1 }
dataset "croissant" { croissant = "` + web.URL + `/croissant/blobs.json" }
dataset "files" { croissant = "` + web.URL + `/croissant/set.json" }
dataset "pack" {
  datapackage = "` + web.URL + `/datapackage/parts/datapackage.json"
  target      = "class"
  drop        = ["remark"]
}
learner "majority" "m" {}
learner "logreg" "logreg" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
`
	var tables, locks []string
	for i := range 2 {
		d := newDir(t)
		t.Setenv("XDG_CACHE_HOME", filepath.Join(d.path, "cache"))
		d.write("e.hcl", experiment)
		if i == 0 {
			contains(t, "before the fetch", d.must(2, "validate", "e.hcl").stderr, "bench fetch", "hub", "pack")
		} else {
			d.write("bench.lock.hcl", locks[0])
		}
		d.must(0, "fetch", "e.hcl")
		locks = append(locks, d.read("bench.lock.hcl"))
		d.must(0, "run", "e.hcl")
		tables = append(tables, d.read("results/described/scores.csv"))
		contains(t, "the report", d.read("results/described/report.html"), "cc-by-4.0", "CC-BY-4.0", "A. Author")
		contains(t, "data.bib", d.read("results/described/data.bib"), "@misc", "{\\url{"+web.URL+"/datapackage/parts/")
	}
	if locks[0] != locks[1] {
		t.Errorf("the second lock file is another one:\n%s\n%s", locks[0], locks[1])
	}
	if tables[0] != tables[1] {
		t.Error("the numbers of the second machine are others")
	}
}
