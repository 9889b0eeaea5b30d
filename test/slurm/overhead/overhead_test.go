// Package overhead measures what a cluster costs beyond the run on one machine:
//
//	go test ./test/slurm/overhead -run '^$' -bench . -benchtime 3x -timeout 2h
//
// Both run on this machine, in turns: three nodes of one core each against three
// workers. Core-seconds are those that the whole machine was busy, so that nothing else
// must run on it.
package overhead

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/slurm"
)

const file = `
experiment "overhead" {}
dataset "digits" {
  file   = "EXPERIMENTS/data/digits.csv.gz"
  header = false
  target = "64"
}
dataset "letter" {
  file   = "EXPERIMENTS/data/letter.csv.gz"
  target = "lettr"
}
learner "logreg" "logreg" { C = grid(0.1, 1, 10) }
learner "svm" "svm" { C = grid(0.1, 1, 10) }
learner "tree" "tree" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation {
  folds   = 10
  repeats = 11
}
metric "accuracy" {}
executor "slurm" {
  shared_dir = "SHARED"
  local_dir  = "NODE"
  slots      = 3
}
`

// ticks are the hundredths of a second that the processors of this machine were busy.
func ticks(b *testing.B) float64 {
	b.Helper()
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		b.Fatal(err)
	}
	line, _, _ := strings.Cut(string(stat), "\n")
	sum := 0.0
	for i, field := range strings.Fields(line)[1:9] { // user nice system idle iowait irq softirq steal
		n, err := strconv.ParseFloat(field, 64)
		if err != nil {
			b.Fatal(err)
		}
		if i != 3 && i != 4 && i != 7 {
			sum += n
		}
	}
	return sum
}

func BenchmarkCluster(b *testing.B) {
	c := slurm.Start(b, slurm.Options{Nodes: 3})
	dir := b.TempDir()
	for _, target := range [][2]string{{"bench", "./cmd/bench"}, {"plugins/", "./plugins/..."}} {
		build := exec.Command("go", "build", "-o", dir+"/bin/"+target[0], target[1])
		build.Dir, build.Env = "../../..", append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	experiments, err := filepath.Abs("../../../experiments")
	if err != nil {
		b.Fatal(err)
	}
	text := must.ReplaceAll(file, "EXPERIMENTS", experiments, "SHARED", c.Shared, "NODE", filepath.Join(dir, "node"))
	if err := os.WriteFile(filepath.Join(dir, "e.hcl"), []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	run := func(out string, args ...string) (cores, wall float64) {
		before, began := ticks(b), time.Now()
		bench := c.Command(filepath.Join(dir, "bin/bench"), append([]string{"run", "e.hcl", "-out", out}, args...)...)
		bench.Dir = dir
		if text, err := bench.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, text)
		}
		return (ticks(b) - before) / 100, time.Since(began).Seconds()
	}
	var here, there, hereWall, thereWall float64
	for b.Loop() {
		for _, folder := range []string{"here", "there", c.Shared, "node"} {
			if !filepath.IsAbs(folder) {
				folder = filepath.Join(dir, folder)
			}
			if err := os.RemoveAll(folder); err != nil {
				b.Fatal(err)
			}
		}
		cores, wall := run("here", "-executor", "local", "-workers", "3")
		here, hereWall = here+cores, hereWall+wall
		cores, wall = run("there")
		there, thereWall = there+cores, thereWall+wall
		for _, name := range []string{"scores.csv", "summary.csv"} {
			x, errX := os.ReadFile(filepath.Join(dir, "here", name))
			y, errY := os.ReadFile(filepath.Join(dir, "there", name))
			if errX != nil || errY != nil || !bytes.Equal(x, y) {
				b.Fatalf("%s differs: %v, %v", name, errX, errY)
			}
		}
		b.Logf("so far: here %.1f core-s, %.1f s; cluster %.1f core-s, %.1f s", here, hereWall, there, thereWall)
	}
	b.ReportMetric(there/here, "cores/cores-local")
	b.ReportMetric(thereWall/hereWall, "wall/wall-local")
	b.ReportMetric(here/float64(b.N), "core-s-local/op")
	b.ReportMetric(hereWall/float64(b.N), "s-local/op")
}
