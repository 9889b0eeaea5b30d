package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
)

// experimentFile is a file in a folder of its own.
func experimentFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "e.hcl")
	write(t, path, text)
	return path
}

const small = `dataset "d" {
  file   = "d.csv"
  target = "t"
}
learner "svm" "s" {}
reduction "one_vs_rest" "o" {}
`

// What is wrong with a file is printed with its place, and nothing is run.
func TestFilesThatCannotBeRun(t *testing.T) {
	for text, words := range map[string][]string{
		small:                             {"Error[P002]: Plugins are missing", "e.hcl:2:12", "d.csv: the file does not exist", "2 errors; nothing was run"},
		"dataset \"d\" {":                 {"e.hcl:1:", "1 error; nothing was run"},
		small + "learner \"svm\" {}\n":    {"e.hcl:7:", "nothing was run"},
		small + "lerner \"svm\" \"t\" {}": {"e.hcl:7:1", "learner"},
		"bench {\n  required_version = \">= 9\"\n}\n" + small: {"e.hcl:2:", "This is bench " + version},
		small + "validation {\n  folds = var.folds\n}\n":      {"e.hcl:8:", "folds"},
	} {
		path := experimentFile(t, text)
		for _, command := range []string{"validate", "plan", "run", "submit", "code"} {
			a := bench(t, command, path)
			for _, want := range words {
				a.says(t, exitUsage, "!"+want)
			}
			if a.stdout != "" {
				t.Errorf("%s prints %q", command, a.stdout)
			}
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), "results")); err == nil {
			t.Errorf("a results folder was made for\n%s", text)
		}
	}
	bench(t, "validate", filepath.Join(t.TempDir(), "absent.hcl")).says(t, exitUsage, "!There is no ", "!1 error; nothing was run")
}

// Of many errors the first are printed, and how many more there are.
func TestManyErrors(t *testing.T) {
	a := bench(t, "validate", experimentFile(t, small+strings.Repeat("colour \"red\" {}\n", mostShown+10)))
	a.says(t, exitUsage, "! more\n", "!errors; nothing was run")
	if n := strings.Count(a.stderr, "\nError[") + 1; n > mostShown {
		t.Errorf("%d errors are printed", n)
	}
}

// Flags with values that cannot be are refused before the file is read.
func TestFlagsOfRuns(t *testing.T) {
	for says, args := range map[string][]string{
		"-workers 0: at least 1 is needed":                             {"-workers", "0"},
		"-executor condor: the executors are local, slurm, batch, sge": {"-executor", "condor"},
		"-retry lost: the statuses are failed, timeout, out_of_memory": {"-retry", "failed,lost"},
		"-kernels fast: the kernels are auto, avx2 and portable":       {"-kernels", "fast"},
		"-var folds: write -var name=value":                            {"-var", "folds"},
		"-var =5: write -var name=value":                               {"-var", "=5"},
		`unknown flag -exec; bench run takes -`:                        {"-exec", "slurm"},
	} {
		a := bench(t, append([]string{"run", "absent.hcl"}, args...)...)
		a.says(t, exitUsage, "!bench: "+says)
		if strings.Contains(a.stderr, "absent.hcl") {
			t.Errorf("%v: the file was looked for", args)
		}
	}
}

// A results folder without its file cannot go on.
func TestRunOfAFolder(t *testing.T) {
	dir := invented(t, nil)
	bench(t, "run", dir).says(t, exitUsage, "!"+dir+" holds no experiment file", "!bench run FILE -out "+dir)
	for _, command := range []string{"status", "collect", "cancel"} {
		bench(t, command, dir).says(t, exitUsage, "!nothing of "+dir+" was handed to a cluster: bench submit FILE does that")
	}
	bench(t, "advance", dir).says(t, exitUsage, "!is not the folder of a job")
	bench(t, "slot", dir).says(t, exitUsage, `!invalid -attempt "" or -cpus 1`)
	bench(t, "slot", dir, "-attempt", "w1.default.0.17.0", "-cpus", "0").says(t, exitUsage, "!-cpus 0")
}

// The file of a results folder is printed byte by byte, and the variables that it was run with are told.
func TestExportedFile(t *testing.T) {
	dir := invented(t, nil)
	m, err := folder.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := folder.ReadPlan(dir)
	if err != nil {
		t.Fatal(err)
	}
	text := "# mine\r\n" + small
	source := folder.Source{Name: "e.hcl", Text: []byte(text), Dir: t.TempDir(), Vars: map[string]string{"b": "2", "a": "1"}}
	if err := folder.WriteRun(dir, &m, source, folder.Experiment{Name: "fixture"}, p); err != nil {
		t.Fatal(err)
	}
	a := bench(t, "export", "experiment", dir)
	a.says(t, 0, "!e.hcl was run with -var a=1 -var b=2")
	out := filepath.Join(t.TempDir(), "again.hcl")
	bench(t, "export", "experiment", dir, "-out", out).says(t, 0)
	if a.stdout != text || read(t, out) != text {
		t.Errorf("printed %q, wrote %q", a.stdout, read(t, out))
	}
}

func TestInitWithoutPlugins(t *testing.T) {
	path := experimentFile(t, small)
	bench(t, "init", path).says(t, 0, path+" requires no plugins: there is nothing to lock\n")
	bench(t, "init", experimentFile(t, "bench {")).says(t, exitUsage, "!1 error; nothing was run")
	required := experimentFile(t, "bench {\n  required_plugins {\n    gone = { source = \"./gone\" }\n  }\n}\n"+small)
	bench(t, "init", required).says(t, exitUsage, `!Plugin "gone" cannot be used`, "!e.hcl:3:")
	if left := tree(t, filepath.Dir(required)); len(left) != 1 {
		t.Errorf("init left %v", left)
	}
}

func TestVersion(t *testing.T) {
	bench(t, "version").says(t, 0, "bench "+version+"\n", "protocol  1\n", strings.TrimPrefix(runtime.Version(), "go"))
	var v versionOutput
	if err := json.Unmarshal([]byte(bench(t, "version", "-json").stdout), &v); err != nil || v.Version != version ||
		v.Kernels != launch.Kernels() || v.Build != build() {
		t.Errorf("%+v, %v", v, err)
	}
}

// An interrupted command says so, whatever the error is that it ends with.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	a := benchUntil(t, ctx, "fmt", experimentFile(t, small))
	if a.status != exitInterrupted || a.stderr != "bench: interrupted\n" {
		t.Errorf("status %d: %q", a.status, a.stderr)
	}
}

// What the user of a command is told names the command.
func TestUserOfAFolder(t *testing.T) {
	c, _, err := newRoot().Find([]string{"export", "scores"})
	if err != nil {
		t.Fatal(err)
	}
	if u := user(c); u.Command != "bench export scores" || u.Tell == nil {
		t.Errorf("%+v", u)
	}
	if o := store.NewOwner(user(c).Command); !strings.HasPrefix(o.String(), "bench export scores (process ") {
		t.Errorf("%s", o)
	}
}
