package e2e

import (
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/server"
)

// Tokens of the environment are sent to the servers that they are for, and are in nothing that bench leaves or prints.
func TestTokensAreWrittenNowhere(t *testing.T) {
	s := server.New("")
	web := httptest.NewServer(s)
	defer web.Close()
	const hub, key = "hf_SECRETofTHEhub", "0123SECRETofOPENML"
	t.Setenv("HF_TOKEN", hub)
	t.Setenv("OPENML_API_KEY", key)
	t.Setenv("BENCH_HUGGINGFACE", web.URL)
	t.Setenv("BENCH_OPENML", web.URL)
	d := newDir(t)
	t.Setenv("XDG_CACHE_HOME", d.file("cache"))
	good := "experiment \"e\" {}\ndataset \"hub\" { huggingface = \"org/blobs\" }\ndataset \"ml\" { openml = 101 }\n" +
		"learner \"majority\" \"m\" {}\n"
	d.write("e.hcl", good)
	d.write("refused.hcl", good+"dataset \"private\" { openml = 104 }\ndataset \"secret\" { huggingface = \"org/secret\" }\n")
	refused := d.must(1, "fetch", "refused.hcl")
	said := []outcome{refused, d.must(0, "fetch", "e.hcl"), d.must(0, "run", "e.hcl"), d.must(0, "data", "list"),
		d.must(0, "data", "show", "org/blobs")}
	t.Setenv("BENCH_OPENML", web.URL+"/with/down")
	d.write("down.hcl", must.Replace(good, "101", "102"))
	down := d.must(1, "fetch", "down.hcl")
	contains(t, "a server that is away", down.stderr, "503")
	for _, o := range append(said, down) {
		if text := o.stdout + o.stderr; strings.Contains(text, "SECRET") {
			t.Errorf("a token is printed:\n%s", text)
		}
	}
	asked := strings.Join(s.Requests(), "\n")
	contains(t, "what the server was sent", asked, "Bearer "+hub, "api_key: "+key)
	files := 0
	err := filepath.WalkDir(d.path, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if files++; strings.Contains(string(b), "SECRET") {
			t.Errorf("%s holds a token", path)
		}
		return err
	})
	if err != nil || files < 20 {
		t.Errorf("%d files were looked at: %v", files, err)
	}
}

// What a new user gets wrong with names is answered by sentences that say what to do.
func TestMistakesWithNames(t *testing.T) {
	s := server.New("")
	web := httptest.NewServer(s)
	defer web.Close()
	for _, name := range []string{"BENCH_OPENML", "BENCH_HUGGINGFACE", "BENCH_UCI"} {
		t.Setenv(name, web.URL)
	}
	d := newDir(t)
	t.Setenv("XDG_CACHE_HOME", d.file("cache"))
	fetch := func(status int, blocks string) outcome {
		d.write("e.hcl", "experiment \"e\" {}\n"+blocks+"\nlearner \"majority\" \"m\" {}\n")
		return d.must(status, "fetch", "e.hcl")
	}
	for attribute, want := range map[string]string{
		`openml = 999`:                     "OpenML has no dataset of this number",
		`openml = "irsi"`:                  `OpenML has no dataset "irsi"; names are spelled as in`,
		`openml = "101"`:                   "if 101 is its number, write it without quotes",
		`openml = 104`:                     "It is private; set OPENML_API_KEY",
		`open_ml = 101`:                    `Did you mean "openml"?`,
		`openml_task = -3`:                 "openml_task",
		`uci = "iris"`:                     "uci",
		`huggingface = "org/nothing"`:      "The Hub has no dataset org/nothing",
		`croissant = "x.json"`:             "There is no x.json; paths begin in the folder",
		`datapackage = "x.json"`:           "There is no x.json; paths begin in the folder",
		`url = "data.csv"`:                 "is not an address",
		`url = "http://example.org/a.csv"`: "is not protected: use https",
		`url = "` + web.URL + `/with/html/files/blobs.csv"`: "sent a web page in place of the file",
	} {
		said := strings.Join(strings.Fields(fetch(1, "dataset \"d\" { "+attribute+" }").stderr), " ")
		contains(t, attribute, said, want, "on e.hcl:2:")
	}
	contains(t, "two tasks of one dataset", fetch(0, `suite "s" { openml_suite = 98 }`).stderr, "tasks 11 and 20 are of one name, blobs")

	fetch(0, `dataset "d" { openml = 101 }`)
	d.write("e.hcl", must.Replace(d.read("e.hcl"), "101", "102"))
	contains(t, "another lock file", d.must(2, "run", "e.hcl").stderr, "does not say what this name stands for. Run: bench fetch e.hcl")
	d.write("e.hcl", must.Replace(d.read("e.hcl"), "102", "101"))
	d.damageCache()
	contains(t, "a damaged cache", d.must(2, "run", "e.hcl").stderr, "bench fetch downloads it again")
	d.must(0, "fetch", "e.hcl")
	d.must(0, "run", "e.hcl")
	d.write("file", "")
	t.Setenv("XDG_CACHE_HOME", d.file("file"))
	said := d.must(1, "fetch", "e.hcl").stderr
	contains(t, "a cache that cannot be written", said, "The cache cannot be written")
	if strings.Contains(said, "another form") || strings.Count(said, "cannot be written") != 1 {
		t.Errorf("it is said more than once:\n%s", said)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	contains(t, "no home", d.must(2, "fetch", "e.hcl").stderr, "neither XDG_CACHE_HOME nor HOME is set")
}

// damageCache changes a byte of every file in the cache.
func (d *dir) damageCache() {
	files, _ := filepath.Glob(d.file("cache/bench/sha256/*/*"))
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err == nil {
			b[len(b)/2] ^= 1
			err = os.Chmod(file, 0o600)
		}
		if err == nil {
			err = os.WriteFile(file, b, 0o600)
		}
		if err != nil {
			d.t.Fatal(err)
		}
	}
	if len(files) == 0 {
		d.t.Fatal("the cache is empty")
	}
}
