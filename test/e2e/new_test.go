package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/scaffold"
)

// What a language needs, as a command that succeeds where it is there.
var languages = map[string]struct{ needs, there string }{
	"go":     {"Go", "go version"},
	"java":   {"a JDK of version 17 and Maven", "javac --release 17 --version && mvn --version"},
	"python": {"python3-grpcio and python3-numpy", "python3 -c 'import grpc, numpy'"},
	"r":      {"R with jsonlite", `Rscript -e 'library(jsonlite)'`},
}

// What bench plugin new writes is built, passes bench plugin test and runs its
// experiment by the commands that bench prints.
func TestPluginNew(t *testing.T) {
	source, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range scaffold.Languages() {
		needed, known := languages[language]
		if !known {
			t.Fatalf("nobody says what %s needs", language)
		}
		for _, kind := range scaffold.Kinds {
			if !scaffold.Offers(language, kind) || language == "java" && kind == "splitter" {
				continue // a fourth build of one SDK takes ten seconds
			}
			t.Run(language+" "+kind, func(t *testing.T) {
				t.Parallel()
				if testing.Short() {
					t.Skip("takes seconds")
				}
				if exec.Command("sh", "-c", needed.there).Run() != nil {
					t.Skipf("plugins in %s need %s", language, needed.needs)
				}
				d := newDir(t)
				printed := d.must(0, "plugin", "new", language, "swan", "-kind", kind, "-source", source).stdout
				_, next, found := strings.Cut(printed, "Next:\n")
				if !found {
					t.Fatal("it does not say what is next")
				}
				out := d.shell(next)
				contains(t, "what is next", out, " 0 failed, ", " cells ok, 0 failed, 0 skipped, 0 not run")
				for _, row := range readCSV(t, d.read("swan/results/try/summary.csv")) {
					if mean := number(t, row["mean"]); !(mean > 0.6) {
						t.Errorf("%s of %s/%s is %v", row["metric"], row["learner"], row["reduction"], mean)
					}
				}
			})
		}
	}
}

// shell runs a script in the directory, with the bench that was built, and returns what
// it prints.
func (d *dir) shell(script string) string {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*limit) // a build fetches libraries
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-ec", script)
	c.Dir = d.path
	c.Env = append(os.Environ(), "PATH="+built+":"+os.Getenv("PATH"), "CGO_ENABLED=0", "TMPDIR="+d.file("tmp"))
	out, err := c.CombinedOutput()
	if err != nil {
		d.t.Fatalf("%s\n%v\n%s", script, err, out)
	}
	return string(out)
}

func TestPluginNewRefuses(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for want, args := range map[string][]string{
		`no language "rust"`:                         {"rust", "swan"},
		`no kind "learners". Did you mean "learner"`: {"go", "swan", "-kind", "learners"},
		`"a-b" is no name`:                           {"go", "a-b"},
		`the name "svm" is taken by plugin`:          {"go", "svm"},
		`the name "ecoc" is taken by plugin`:         {"go", "ecoc"},
		"there is something at data already":         {"go", "data"},
		"bench's sources are not there":              {"go", "swan", "-source", d.path},
		"NAME is missing":                            {"go"},
	} {
		contains(t, "stderr", d.must(2, append([]string{"plugin", "new"}, args...)...).stderr, want)
	}
	if _, err := os.Stat(d.file("swan")); err == nil {
		t.Error("a folder was written")
	}
}
