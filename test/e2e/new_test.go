package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/sdk/scaffold"
	"github.com/manyclass/bench/test/lengthy"
	"github.com/manyclass/bench/test/must"
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
		for _, kind := range scaffold.Kinds {
			if language == "java" {
				continue // see TestPluginNewJava
			}
			t.Run(language+" "+kind, func(t *testing.T) {
				t.Parallel()
				wants(t, language)
				d := newDir(t)
				d.follow(d.must(0, "plugin", "new", language, "swan", "-kind", kind, "-source", source).stdout)
				d.succeeds("swan/results/try")
			})
		}
	}
}

// wants skips a test where what a language needs is not there.
func wants(t *testing.T, language string) {
	t.Helper()
	needed, known := languages[language]
	if !known {
		t.Fatalf("nobody says what %s needs", language)
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if exec.Command("sh", "-c", needed.there).Run() != nil {
		t.Skipf("plugins in %s need %s", language, needed.needs)
	}
}

// succeeds checks that all means of a results folder are better than chance.
func (d *dir) succeeds(results string) {
	d.t.Helper()
	for _, row := range readCSV(d.t, d.read(results+"/summary.csv")) {
		if mean := number(d.t, row["mean"]); !(mean > 0.6) {
			d.t.Errorf("%s: %s of %s/%s/%s is %v", results, row["metric"], row["encoder"], row["learner"], row["reduction"], mean)
		}
	}
}

// follow does what bench plugin new says is next, and returns what that prints.
func (d *dir) follow(printed string) string {
	d.t.Helper()
	_, next, found := strings.Cut(printed, "Next:\n")
	if !found {
		d.t.Fatal("it does not say what is next")
	}
	out := d.shell(next)
	contains(d.t, "what is next", out, " 0 failed, ", " cells ok, 0 failed, 0 skipped, 0 not run")
	return out
}

// A build of Java's SDK takes ten seconds: a component of each kind, as bench plugin new writes it, is
// added to the plugin with a learner, and all are built at once. The plugin is packed and installed from an index.
func TestPluginNewJava(t *testing.T) {
	t.Parallel()
	lengthy.Test(t, "plugins in Java")
	wants(t, "java")
	d := newDir(t)
	const sources, learner = "/src/main/java/", "swan/src/main/java/Centroid.java"
	printed := d.must(0, "plugin", "new", "java", "swan").stdout
	classes, offers := "Centroid.class", `"swan"]`
	others := []struct{ kind, name, class, list string }{
		{"reducer", "pairing", "Pairs", "reductions"}, {"metric", "near", "Near", "metrics"},
		{"encoder", "clipped", "Clipped", "encoders"}, {"splitter", "dealt", "Dealt", "splitters"},
	}
	for _, other := range others {
		d.must(0, "plugin", "new", "java", other.name, "-kind", other.kind)
		d.write("swan"+sources+other.class+".java", d.read(other.name+sources+other.class+".java"))
		classes += ", " + other.class + ".class"
		offers += "\n" + other.list + ` = ["` + other.name + `"]`
		try := must.Replace(d.read(other.name+"/try.hcl"), other.name+" = { source", "swan = { source")
		d.write("swan/"+other.name+".hcl", try)
	}
	d.write(learner, must.Replace(d.read(learner), "Centroid.class", classes))
	d.write("swan/plugin.hcl", must.Replace(d.read("swan/plugin.hcl"), `"swan"]`, offers))
	contains(t, "what is tried", d.follow(printed), "ok       pairing: ", "ok       near: ",
		"ok       clipped: one training row\n", "ok       dealt: ")
	d.shell("cd swan\nfor file in pairing near clipped dealt; do bench run $file.hcl; done")
	for _, name := range []string{"try", "pairing", "near", "clipped", "dealt"} {
		d.succeeds("swan/results/" + name)
	}
	packed := d.must(0, "plugin", "package", "swan")
	contains(t, "what is packed", packed.stderr, "starts from its archive and offers learner swan", "src/", "target/classes/")
	d.must(0, "plugin", "index", "plugins.hcl", "swan_0.1.0.tar.gz")
	d.installs("plugins.hcl", "swan", "swan")
}

// shell runs a script in the directory, with the bench that was built, and returns what
// it prints.
func (d *dir) shell(script string) string {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*limit) // a build fetches libraries
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-ec", script)
	c.Dir = d.path
	c.Env = append(os.Environ(), "PATH="+built+":"+os.Getenv("PATH"), "CGO_ENABLED=0",
		"GOFLAGS=-trimpath -ldflags=-w", "TMPDIR="+d.file("tmp"))
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
		`"a-b" is not a name`:                        {"go", "a-b"},
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

// A plugin is locked and tried in its own folder: the lock file, the experiment and its
// results do not belong to it, and its code does.
func TestLockInTheFolderOfThePlugin(t *testing.T) {
	t.Parallel()
	wants(t, "python")
	source, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	d := newDir(t)
	d.must(0, "plugin", "new", "python", "swan", "-source", source)
	run := []string{"run", "swan/try.hcl", "-out", "swan/results/try"}
	d.must(0, "init", "swan/try.hcl")
	contains(t, "the first run", d.must(0, run...).stderr, "40 cells ok")
	d.write("swan/try.hcl", d.read("swan/try.hcl")+"# once more\n")
	contains(t, "the second run", d.must(0, run...).stderr, "40 of 40 cells have results already")
	d.write("swan/main.py", d.read("swan/main.py")+"# other code\n")
	contains(t, "other code", d.must(2, run...).stderr, `Plugin "swan" is not the one that is locked`)
}
