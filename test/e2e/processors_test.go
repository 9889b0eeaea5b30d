package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/lengthy"
)

// processors are kinds of processors, or of code for them, whose results are to have the same bytes.
var processors = []struct {
	name, kernels, debug string
	emulated             bool
}{
	{name: "portable", kernels: "portable"},
	{name: "AVX-512"},
	{name: "AVX2", kernels: "avx2"},
	{name: "without FMA", kernels: "portable", debug: "GODEBUG=cpu.all=off"},
	{name: "arm64 portable", kernels: "portable", emulated: true},
	{name: "NEON", emulated: true},
}

// statistics is an experiment whose learners are among those of the others: on an emulated processor its tests and
// intervals are computed once, since only learners have other code for vectors.
const statistics = "testdata/processors/statistics.hcl"

// Scores, predictions, tests and tables have the same bytes on amd64 with all kinds of vector instructions, and on an
// emulated arm64 processor.
func TestProcessors(t *testing.T) {
	t.Parallel()
	lengthy.Test(t, "other processors")
	emulator, program := emulated(t)
	files, err := filepath.Glob("testdata/processors/*.hcl")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "there is no experiment")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".hcl"), func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			d.copy(file, "e.hcl")
			d.copy(repository+"/experiments/data/glass.csv", "glass.csv")
			for i, p := range processors {
				if p.name == "arm64 portable" && file == statistics {
					continue
				}
				on := *d
				args := []string{"run", "e.hcl", "-out", p.name}
				if p.kernels != "" {
					args = append(args, "-kernels", p.kernels)
				}
				if p.debug != "" {
					on.env = append(on.env, p.debug)
				}
				if p.emulated {
					on.bench, args = emulator, append([]string{program}, args...)
				}
				on.must(0, args...)
				if i > 0 {
					same(t, p.name, d.computed(p.name), d.computed(processors[0].name))
				}
			}
		})
	}
}

// emulated builds bench for Linux on arm64, and returns it with the path of what runs it here.
func emulated(t *testing.T) (emulator, program string) {
	t.Helper()
	emulator, err := filepath.Abs(repository + "/test/emulated/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	const cannot = 77 // the status of the script that says so
	out, err := exec.Command(emulator, "true").CombinedOutput()
	if failed := new(exec.ExitError); errors.As(err, &failed) && failed.ExitCode() == cannot {
		t.Skipf("no emulated arm64 processor: %s", strings.TrimSpace(string(out)))
	} else if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	stage := t.TempDir()
	make := exec.Command("make", "-C", repository, "stage", "GOARCH=arm64", "OUT="+stage)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return emulator, stage + "/bin/bench"
}

// copy puts a file into the directory.
func (d *dir) copy(from, name string) {
	d.t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		d.t.Fatal(err)
	}
	d.write(name, string(content))
}

// computed is what a results folder holds that was computed: what is promised to have the same bytes, predictions with
// all scores, and what comparisons found.
func (d *dir) computed(results string) map[string]string {
	d.t.Helper()
	files := d.promised(results)
	for _, name := range []string{"predictions.csv.gz", "comparisons.csv"} {
		if _, err := os.Stat(d.file(results + "/" + name)); err == nil || name != "comparisons.csv" {
			files[name] = d.read(results + "/" + name)
		}
	}
	return files
}
