package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/manyclass/bench/test/lengthy"
)

// What users do with a release, as they do it.

// made is a release that all tests of this package share.
var made struct {
	sync.Once
	dir string
	err error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if err := os.RemoveAll(made.dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

// tried are the systems of that release. The others take as long again to compile, and are packed by the same code.
var tried = []string{"linux/amd64", "linux/arm64"}

// fixed are the time and the revision of the releases that tests make.
var fixed = []string{"SOURCE_DATE_EPOCH=1000000000", RevisionVariable + "=0123456789ab"}

// dist makes the release, or returns the one that was made.
func dist(t *testing.T) string {
	t.Helper()
	lengthy.Test(t, "a release")
	if runtime.GOOS != "linux" {
		t.Skip("releases are tried on Linux")
	}
	made.Do(func() {
		if made.dir, made.err = os.MkdirTemp("", "dist"); made.err == nil {
			made.err = makeRelease("..", made.dir, strings.Join(tried, ","), fixed...)
		}
	})
	if made.err != nil {
		t.Fatal(made.err)
	}
	return made.dir
}

// makeRelease runs this program in a folder with the sources.
func makeRelease(sources, out, systems string, environment ...string) error {
	c := exec.Command("go", "run", "./release", "-out", out, "-systems", systems)
	c.Dir, c.Env = sources, append(os.Environ(), environment...)
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("release: %w\n%s", err, said)
	}
	return nil
}

// one is the only file of a folder that a pattern matches.
func one(t *testing.T, dir, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", pattern, found, err)
	}
	return found[0]
}

// says runs a command in a folder and returns what it prints. Without an environment it has that of the test.
func says(t *testing.T, dir string, environment []string, words ...string) string {
	t.Helper()
	c := exec.Command(words[0], words[1:]...)
	c.Dir, c.Env = dir, environment
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return string(out)
}

// fileOf is a file that the tutorial lets its reader write.
func fileOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)<!-- test: file " + regexp.QuoteMeta(name) + " -->\n```\\w+\n(.*?)```")
	found := block.FindSubmatch(text)
	if found == nil {
		t.Fatalf("the tutorial has no file %s", name)
	}
	return string(found[1])
}

// tutorial is a folder as its reader has it before the first run.
func tutorial(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"fruit.csv", "fruit.hcl"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(fileOf(t, name)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runTutorial runs the first experiment of the tutorial.
func runTutorial(t *testing.T, dir string, environment []string, bench ...string) {
	t.Helper()
	out := says(t, dir, environment, append(bench, "run", "fruit.hcl")...)
	if !strings.Contains(out, "cells ok, 0 failed") {
		t.Errorf("the tutorial prints\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(dir, "results/fruit/report.html")); err != nil {
		t.Error(err)
	}
}

// Every system has its artefacts, and SHA256SUMS names them all.
func TestEveryArtefact(t *testing.T) {
	dir := dist(t)
	version := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(one(t, dir, "*.spdx.json")), "bench_"), ".spdx.json")
	want := []string{"bench_" + version + "_oci.tar", "bench_" + version + "_amd64.deb", "bench_" + version + "_arm64.deb"}
	for _, system := range tried {
		want = append(want, "bench_"+version+"_"+strings.ReplaceAll(system, "/", "_")+".tar.gz",
			"bench_manyclass-"+version+"-py3-none-"+strings.Join(platforms[system], ".")+".whl")
	}
	for _, name := range want {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	checked := says(t, dir, nil, "sha256sum", "--check", "--strict", "SHA256SUMS")
	if n := strings.Count(checked, ": OK"); n != len(want)+1 {
		t.Errorf("%d files are checked, want %d:\n%s", n, len(want)+1, checked)
	}
}

// The bill of materials is valid, as a program of the SPDX project reads it.
func TestBillOfMaterialsIsValid(t *testing.T) {
	bill := one(t, dist(t), "*.spdx.json")
	if _, err := exec.LookPath("pyspdxtools"); err != nil {
		t.Skip("pyspdxtools is missing")
	}
	says(t, ".", nil, "pyspdxtools", "--infile", bill)
}

// Two builds in two folders, at two times, by users with other habits, have the same bytes.
func TestSameBytesElsewhere(t *testing.T) {
	t.Parallel()
	first := dist(t)
	sources := filepath.Join(t.TempDir(), "a copy of the sources")
	copySources(t, sources)
	second := filepath.Join(t.TempDir(), "out")
	environment := append([]string{"TZ=Asia/Tokyo", "LC_ALL=C", "COLUMNS=40", "TMPDIR=" + t.TempDir()}, fixed...)
	if err := makeRelease(sources, second, "linux/amd64", environment...); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*_linux_amd64.tar.gz", "*manylinux*x86_64*.whl", "*_amd64.deb"} {
		a, err := os.ReadFile(one(t, first, pattern))
		b, other := os.ReadFile(one(t, second, pattern))
		if err != nil || other != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: other bytes (%d and %d of them), %v, %v", pattern, len(a), len(b), err, other)
		}
	}
	blobs := func(dir string) string { return says(t, dir, nil, "tar", "-tf", one(t, dir, "*_oci.tar")) }
	same := 0
	for name := range strings.Lines(blobs(second)) {
		if len(name) > 70 && strings.Contains(blobs(first), name) {
			same++
		}
	}
	if same != 3 { // layer, configuration and manifest of linux/amd64
		t.Errorf("the images share %d blobs", same)
	}
}

// copySources copies what git knows, with other permissions and times.
func copySources(t *testing.T, to string) {
	t.Helper()
	list := says(t, "..", nil, "git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate")
	words := []string{"cp", "--parents", "--no-dereference", "--target-directory", to}
	for _, name := range strings.Fields(list) {
		if _, err := os.Lstat(filepath.Join("..", name)); err == nil { // not removed since the commit
			words = append(words, name)
		}
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	says(t, "..", nil, words...)
	says(t, to, nil, "chmod", "-R", "go-rwx", ".")
}

// python3 makes an empty environment of Python.
func python3(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "environment")
	if err := exec.Command("/usr/bin/python3", "-m", "venv", dir).Run(); err != nil {
		t.Skipf("Python has no module venv: %v", err)
	}
	return dir
}

const wheelHere = "bench*manylinux*x86_64*.whl"

// The wheel alone runs the tutorial; it can be removed without a trace.
func TestWheel(t *testing.T) {
	wheel, environment, folder := one(t, dist(t), wheelHere), python3(t), tutorial(t)
	before := says(t, environment, nil, "find", ".", "-not", "-type", "d")
	begun := time.Now()
	pip := []string{environment + "/bin/pip", "--disable-pip-version-check"}
	says(t, folder, nil, append(pip, "install", "--no-deps", "--no-index", wheel)...)
	runTutorial(t, folder, nil, environment+"/bin/bench")
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("from pip install to the first table it took %v", took)
	}
	for _, name := range []string{"man/man1/bench-run.1", "bench/r/benchresults/R/bench_results.R"} {
		if _, err := os.Stat(environment + "/share/" + name); err != nil {
			t.Error(err)
		}
	}
	lacking, err := exec.Command(environment+"/bin/python", "-c", "import bench").CombinedOutput()
	if err == nil || !strings.Contains(string(lacking), "pip install 'bench-manyclass[pandas]'") {
		t.Errorf("without pandas: %v\n%s", err, lacking)
	}
	says(t, folder, nil, append(pip, "uninstall", "--yes", "bench-manyclass")...)
	if after := says(t, environment, nil, "find", ".", "-not", "-type", "d"); after != before {
		t.Errorf("the environment holds\n%s\nafter, and before\n%s", after, before)
	}
	if _, err := os.Stat(environment + "/share/bench"); err == nil {
		t.Error("the folder share/bench is left")
	}
}

const forest = `
dataset "fruit" {
  file   = "fruit.csv"
  target = "fruit"
}
learner "sklearn" "forest" { estimator = "sklearn.ensemble.RandomForestClassifier" }
reduction "one_vs_one" "ovo" {}
validation { folds = 3 }
`

// With the extra, estimators of scikit-learn are learners, and without it bench says what to type.
func TestWheelWithScikitLearn(t *testing.T) {
	t.Parallel()
	wheel, environment, folder := one(t, dist(t), wheelHere), python3(t), tutorial(t)
	if err := os.WriteFile(filepath.Join(folder, "forest.hcl"), []byte(forest), 0o644); err != nil {
		t.Fatal(err)
	}
	install := func(what string) error {
		pip := exec.Command(environment+"/bin/pip", "install", "--no-compile", "--only-binary=:all:", what)
		out, err := pip.CombinedOutput()
		if err != nil && strings.Contains(string(out), "connection") {
			t.Skipf("the package index is out of reach: %s", out)
		}
		if err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
		return err
	}
	if err := install(wheel); err != nil {
		t.Fatal(err)
	}
	says(t, folder, nil, environment+"/bin/python", "-c", "import bench_plugin")
	lacking, err := exec.Command(environment+"/bin/bench", "run", folder+"/forest.hcl").CombinedOutput()
	if err == nil || !strings.Contains(strings.Join(strings.Fields(string(lacking)), " "),
		"install it with: pip install 'bench-manyclass[sklearn]'") {
		t.Errorf("without the extra: %v\n%s", err, lacking)
	}
	if err := install(wheel + "[sklearn,pandas]"); err != nil {
		t.Fatal(err)
	}
	out := says(t, folder, nil, environment+"/bin/bench", "run", "forest.hcl")
	if !strings.Contains(out, "3 cells ok, 0 failed") {
		t.Error(out)
	}
	const load = "import bench; print(bench.run('forest.hcl').cells['status'].value_counts().to_dict())"
	out = says(t, folder, []string{"PATH="}, environment+"/bin/python", "-c", load)
	if !strings.Contains(out, "{'ok': 3}") {
		t.Error(out)
	}
}

// Wheels for two systems hold the same files.
func TestWheelsAreAlike(t *testing.T) {
	dir := dist(t)
	names := func(pattern string) (list []string) {
		z, err := zip.OpenReader(one(t, dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		for _, f := range z.File {
			list = append(list, fmt.Sprintf("%s %v", f.Name, f.Mode()))
		}
		return list
	}
	if a, b := names(wheelHere), names("*manylinux*aarch64*.whl"); strings.Join(a, "\n") != strings.Join(b, "\n") {
		t.Errorf("%v\n%v", a, b)
	}
}
