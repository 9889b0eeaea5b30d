// Package docs does what the documents tell their readers to do: it writes the
// files, runs the commands and compares what they print.
package docs

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/lengthy"
	"github.com/manyclass/bench/test/packs"
	"github.com/manyclass/bench/test/programs"
	"github.com/manyclass/bench/test/server"
	"github.com/manyclass/bench/test/slurm"
)

var update = flag.Bool("update", false,
	"write what commands print into the documents, and what they draw into their pictures")

var (
	repository string   // absolute
	bin        string   // holds bench and plugins/
	names      []string // the environment in which names of data stand for the sets of the server of tests
)

func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(strconv.Itoa(runtime.GOMAXPROCS(0) + 1)) // the page on clusters waits more than it works
	}
	status, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

func buildAndRun(m *testing.M) (status int, err error) {
	if repository, err = filepath.Abs("../.."); err != nil {
		return 1, err
	}
	if bin, err = os.MkdirTemp("", "docs"); err != nil {
		return 1, err
	}
	defer os.RemoveAll(bin)
	if err := programs.Into(bin, repository, "bench", "bench-adapter", "plugins"); err != nil {
		return 1, err
	}
	if _, err := packs.Link(repository, bin+"/plugins"); err != nil {
		return 1, err
	}
	web := httptest.NewServer(server.New(""))
	defer web.Close()
	names = []string{"BENCH_OPENML=" + web.URL, "BENCH_UCI=" + web.URL, "BENCH_HUGGINGFACE=" + web.URL,
		"XDG_CACHE_HOME=" + filepath.Join(bin, "cache")}
	// What Go compiled stays where it is: in an empty cache each document would compile all of bench again.
	compiled, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return 1, err
	}
	names = append(names, "GOCACHE="+strings.TrimSpace(string(compiled)))
	return m.Run(), nil
}

// documents lists every document that is checked.
func documents(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "results/README.md", "experiments/data/README.md"}
	err := filepath.WalkDir(filepath.Join(repository, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			name, _ := filepath.Rel(repository, path)
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestDocuments(t *testing.T) {
	for _, name := range documents(t) {
		t.Run(name, func(t *testing.T) { followDocument(t, filepath.Join(repository, name)) })
	}
}

// needs stands in the first lines of a document that cannot be followed everywhere: what
// it needs, and a command that succeeds where that is there.
var needs = regexp.MustCompile(`(?m)^<!-- needs ([^:]+): (.+) -->$`)

// slowly stands in the first lines of a document that takes minutes to follow, with what takes them.
var slowly = regexp.MustCompile(`(?m)^<!-- slow: (.+) -->$`)

// missing is what a document needs and is not here, or "".
func missing(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range slowly.FindAllSubmatch(content, -1) {
		lengthy.Test(t, string(m[1]))
	}
	for _, need := range needs.FindAllSubmatch(content, -1) {
		try := exec.Command("sh", "-c", string(need[2]))
		if try.Dir = repository; try.Run() != nil {
			return string(need[1])
		}
	}
	return ""
}

// cluster stands in the first line of a document that is followed on a cluster.
var cluster = regexp.MustCompile(`^<!-- cluster of ([0-9]+) nodes -->\n`)

// environment is that in which a document is followed: if it asks for a cluster, that of a new one.
func environment(t *testing.T, path string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := cluster.FindSubmatch(content)
	if found == nil {
		return os.Environ()
	}
	nodes, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return slurm.Start(t, slurm.Options{Nodes: nodes}).Env()
}

// followDocument follows every block of a document, in order, in one folder.
func followDocument(t *testing.T, path string) {
	blocks, err := readBlocks(path)
	if err != nil {
		t.Fatal(err)
	}
	if missing := missing(t, path); missing != "" {
		t.Skipf("the page needs %s", missing)
	}
	t.Parallel()
	r, err := newReader(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r.environment = environment(t, path)
	for _, b := range blocks {
		if err := r.follow(b); err != nil {
			t.Errorf("%s:%d: %v", path, b.line, err)
		}
	}
	if err := r.validate(); err != nil {
		t.Error(err)
	}
	if *update {
		if err := errors.Join(replaceBodies(path, r.outputs), replaceFiles(r.pictures)); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, picture := range slices.Sorted(maps.Keys(r.pictures)) {
		t.Errorf("%s: %s is not what the run wrote (write it with -update)", path, picture)
	}
	for line, printed := range r.outputs {
		t.Errorf("%s:%d: the command before it prints now (write it with -update):\n%s", path, line, printed)
	}
}
