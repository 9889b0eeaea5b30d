package e2e

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/server"
)

// A suite, a dataset by name and one by address go from bench fetch to the report. A second folder with the lock file and an
// empty cache gives the same bytes, without asking for what it does not need. What the server changes is taken with
// -upgrade only.
func TestSuite(t *testing.T) {
	s := server.New("")
	web := httptest.NewServer(s)
	defer web.Close()
	t.Setenv("BENCH_OPENML", web.URL)
	experiment := `
experiment "suite" {}
suite "tests" { openml_suite = 99 }
dataset "latin" { openml = "latin" }
dataset "csv" {
  url    = "` + web.URL + `/files/blobs.zip"
  member = "in/blobs.csv"
  target = "class"
  drop   = ["id", "remark"]
}
learner "logreg" "logreg" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
`
	first := newDir(t)
	t.Setenv("XDG_CACHE_HOME", first.file("cache"))
	first.write("e.hcl", experiment)
	said := first.must(2, "validate", "e.hcl").stderr
	contains(t, "before the fetch", said, `The tasks of suite "tests" are not known`, "Run: bench fetch e.hcl", `Dataset "latin"`)
	both := must.Replace(experiment, `{ openml = "latin" }`, "{\n openml = \"latin\"\n file = \"x.csv\"\n}")
	first.write("both.hcl", must.Replace(both, `suite "tests" { openml_suite = 99 }`, ""))
	contains(t, "two sources", first.must(2, "validate", "both.hcl").stderr, "dataset has both file and openml")
	contains(t, "the fetch", first.must(0, "fetch", "e.hcl").stdout, "openml_task 11: blobs version 1", "openml_task 17: words",
		"openml latin: latin", "bench.lock.hcl is written")
	contains(t, "the second fetch", first.must(0, "fetch", "e.hcl").stdout, "bench.lock.hcl is unchanged")

	s.Forget()
	first.must(0, "run", "e.hcl")
	contains(t, "the report", first.read("results/suite/report.html"), "Maker, A. (2026). Sets for tests.", "CC0", "B. Maker")
	contains(t, "data.bib", first.read("results/suite/data.bib"), "{A. Maker} and {B. Maker}", "licence CC0", "/d/110", "/t/11")
	contains(t, "the manifest", first.read("results/suite/manifest.json"), `"origins"`, `"kind": "openml_task"`)
	contains(t, "the list", first.must(0, "data", "list").stdout, "latin", "openml_task 17", "CC0")
	contains(t, "what is known", first.must(0, "data", "show", "latin").stdout, "creators  A. Maker, B. Maker", "target    class", "sha256")
	contains(t, "an unknown name", first.must(2, "data", "show", "nothing").stderr, `no data called "nothing"`)

	if asked := s.Requests(); len(asked) > 0 {
		t.Errorf("others than bench fetch have used the network: %q", asked)
	}

	second := newDir(t)
	t.Setenv("XDG_CACHE_HOME", second.file("cache"))
	second.write("e.hcl", experiment)
	second.write("bench.lock.hcl", first.read("bench.lock.hcl"))
	contains(t, "without the cache", second.must(2, "run", "e.hcl").stderr, "is not in the cache", "Run: bench fetch e.hcl")
	second.must(0, "fetch", "e.hcl")
	second.must(0, "run", "e.hcl")
	for _, name := range []string{"scores.csv", "summary.csv", "tables/accuracy.md", "data.bib", "predictions.csv.gz"} {
		if first.read("results/suite/"+name) != second.read("results/suite/"+name) {
			t.Errorf("%s differs on the second machine", name)
		}
	}
	if first.read("bench.lock.hcl") != second.read("bench.lock.hcl") {
		t.Error("the lock file of the second machine is another one")
	}

	t.Setenv("BENCH_OPENML", web.URL+"/with/later")
	changed := second.must(0, "fetch", "e.hcl")
	contains(t, "what has changed", changed.stderr, "task 17 (words) is gone", "task 18 (text) is new", "its licence is CC BY 4.0, and was CC0",
		"its MD5 of data is", "-upgrade takes the change")
	contains(t, "what is locked", changed.stdout, "bench.lock.hcl is unchanged")
	second.must(0, "fetch", "e.hcl", "-upgrade")
	if lock := second.read("bench.lock.hcl"); !strings.Contains(lock, "CC BY 4.0") || !strings.Contains(lock, `task "18"`) {
		t.Errorf("the upgrade did not take the change:\n%s", lock)
	}
	second.must(0, "run", "e.hcl")
}

// A server that has XML alone gives the same numbers, from the fetch to the report. A file of two names is downloaded once.
func TestSuiteInXML(t *testing.T) {
	s := server.New("")
	web := httptest.NewServer(s)
	defer web.Close()
	experiment := `
experiment "e" {}
suite "tests" { openml_suite = 99 }
dataset "again" { openml = 101 }
learner "majority" "m" {}
`
	var scores, locks []string
	for _, fault := range []string{"", "/with/xml"} {
		t.Setenv("BENCH_OPENML", web.URL+fault)
		d := newDir(t)
		t.Setenv("XDG_CACHE_HOME", d.file("cache"))
		d.write("e.hcl", experiment)
		contains(t, "the fetch"+fault, d.must(0, "fetch", "e.hcl").stdout, "openml_task 11: blobs", "openml_task 17: words")
		downloads := slices.DeleteFunc(s.Requests(), func(line string) bool { return !strings.Contains(line, "/download/101/") })
		if s.Forget(); len(downloads) != 1 {
			t.Errorf("one file was downloaded %d times: %q", len(downloads), downloads)
		}
		d.must(0, "run", "e.hcl")
		contains(t, "the report"+fault, d.read("results/e/report.html"), "Maker, A. (2026). Sets for tests.", "CC0", "B. Maker")
		scores = append(scores, d.read("results/e/scores.csv"))
		locks = append(locks, strings.Join(strings.Split(d.read("bench.lock.hcl"), "/with/xml"), ""))
	}
	if scores[0] != scores[1] || locks[0] != locks[1] {
		t.Errorf("XML gives other numbers or another lock file than JSON:\n%s\n%s", locks[0], locks[1])
	}
}

// The experiment with names that is shipped runs. What is trained on the ARFF of a set need not be trained on its Parquet:
// the cells are the same.
func TestNamedExperiment(t *testing.T) {
	web := httptest.NewServer(server.New(""))
	defer web.Close()
	t.Setenv("BENCH_OPENML", web.URL)
	text, err := os.ReadFile(filepath.Join(repository, "experiments", "named.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	d := newDir(t)
	t.Setenv("XDG_CACHE_HOME", d.file("cache"))
	d.write("named.hcl", string(text))
	contains(t, "the fetch", d.must(0, "fetch", "named.hcl").stdout, "openml 101 format=arff", "openml 101 format=parquet")
	d.must(0, "run", "named.hcl")
	scores := map[string][]string{}
	for _, line := range strings.Split(d.read("results/named/scores.csv"), "\n") {
		if name, rest, _ := strings.Cut(line, ","); name == "arff" || name == "parquet" {
			scores[name] = append(scores[name], rest)
		}
	}
	if len(scores["arff"]) == 0 || !slices.Equal(scores["arff"], scores["parquet"]) {
		t.Errorf("ARFF and Parquet give other numbers: %d lines and %d", len(scores["arff"]), len(scores["parquet"]))
	}
	swapped := must.Replace(string(text), "\"arff\"\n}", "\"PARQUET\"\n}")
	swapped = strings.ToLower(must.Replace(must.Replace(swapped, "\"parquet\"\n}", "\"arff\"\n}"), "PARQUET", "parquet"))
	d.write("named.hcl", swapped)
	d.must(0, "fetch", "named.hcl")
	contains(t, "the plan", d.must(0, "plan", "named.hcl").stdout, "222 cells, 222 with results already")
}
