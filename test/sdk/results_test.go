package sdk

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/test/lengthy"
	"github.com/manyclass/bench/test/programs"
)

const notebooks = "notebooks"

// bench builds the program and names it in the environment for the tests of a language.
func bench(t *testing.T) string {
	t.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := programs.Into(dir, repository, "bench"); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "bench")
	t.Setenv("BENCH_PROGRAM", program)
	return program
}

// The tests of results in Python, each with a results folder that the program made.
func TestResultsInPython(t *testing.T) {
	interpreter := python(t, "pandas")
	lengthy.Test(t, notebooks)
	bench(t)
	out := run(t, interpreter, "-W", "error::ResourceWarning", "-m", "unittest", "-v", "bench_tests.test_frames",
		"bench_tests.test_load", "bench_tests.test_run")
	if !strings.Contains(out, "\nOK\n") {
		t.Errorf("the tests said:\n%s", out)
	}
}

// A kernel of Jupyter executes a notebook that runs an experiment and shows its results.
func TestNotebook(t *testing.T) {
	interpreter := python(t, "pandas, nbclient, ipykernel")
	lengthy.Test(t, notebooks)
	bench(t)
	out := run(t, interpreter, "-m", "unittest", "-v", "bench_tests.test_notebook")
	if !strings.Contains(out, "\nOK\n") {
		t.Errorf("the tests said:\n%s", out)
	}
}

// inR installs the package for results and returns a command that runs a script with it.
func inR(t *testing.T) func(arguments ...string) *exec.Cmd {
	t.Helper()
	if err := exec.Command("Rscript", "--version").Run(); err != nil {
		t.Skip("Rscript is missing")
	}
	lengthy.Test(t, notebooks)
	library := t.TempDir()
	in := func(name string, arguments ...string) *exec.Cmd {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		t.Cleanup(cancel)
		c := exec.CommandContext(ctx, name, arguments...)
		c.Env = append(os.Environ(), "R_LIBS="+library)
		return c
	}
	install := in("R", "CMD", "INSTALL", "--no-docs", "--library="+library, "../../sdk/r/benchresults")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(arguments ...string) *exec.Cmd {
		return in("Rscript", append([]string{"--vanilla"}, arguments...)...)
	}
}

// experiments writes those of the tests in Python into a folder.
func experiments(t *testing.T) string {
	t.Helper()
	const write = "import sys, pathlib, bench_tests; bench_tests.write(pathlib.Path(sys.argv[1]))"
	dir := t.TempDir()
	run(t, python(t, "tempfile"), "-c", write, dir)
	return dir
}

func TestResultsInR(t *testing.T) {
	script := inR(t)
	program, dir := bench(t), experiments(t)
	out, err := script("../../sdk/r/benchresults/tests/results.R", program, dir).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "all is well\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	compareNumbers(t, dir)
}

// An interrupt of R ends the run of bench, and its finished cells are kept.
func TestInterruptInR(t *testing.T) {
	script := inR(t)
	program, dir := bench(t), experiments(t)
	const long = `library(benchresults)
program <- commandArgs(TRUE)[1]
setwd(commandArgs(TRUE)[2])
tryCatch(bench_run("small.hcl", "out", list(repeats = 3000), 1, program = program),
         interrupt = function(i) cat("interrupted\n"))`
	r := script("-e", long, program, dir)
	var said bytes.Buffer
	r.Stdout, r.Stderr = &said, &said
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- r.Wait() }()
	for recorded := false; !recorded; time.Sleep(10 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("R has ended: %v\n%s", err, &said)
		default:
		}
		journals, _ := filepath.Glob(filepath.Join(dir, "out/journal/*.jsonl"))
		recorded = slices.ContainsFunc(journals, func(name string) bool {
			info, err := os.Stat(name)
			return err == nil && info.Size() > 2000
		})
	}
	if err := r.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil || !strings.HasSuffix(said.String(), "interrupted\n") {
		t.Errorf("%v\n%s", err, &said)
	}
	if lock, err := os.ReadFile(filepath.Join(dir, "out/journal/.run.lock")); err == nil && len(lock) > 0 {
		t.Errorf("bench still runs: %s", lock)
	}
}

// compareNumbers compares the numbers that R has read with those of the files. R rounds some in the last digit.
func compareNumbers(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "numbers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(text))
	want := append(numbersOf(t, filepath.Join(dir, "results/small/scores.csv"), columns.Scores),
		numbersOf(t, filepath.Join(dir, "results/small/predictions.csv.gz"), columns.Predictions)...)
	if len(got) != len(want) || len(want) < 1000 {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	for i, one := range got {
		v, err := strconv.ParseFloat(one, 64)
		if err != nil || !(math.IsNaN(v) && math.IsNaN(want[i]) || math.Abs(v-want[i]) <= math.Abs(want[i])*0x1p-52) {
			t.Fatalf("number %d is %s, want %v", i, one, want[i])
		}
	}
}

// numbersOf are the numbers of a CSV file, one column after the other.
func numbersOf(t *testing.T, path string, file columns.File) (numbers []float64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var from io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if from, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := csv.NewReader(from).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for at, name := range rows[0] {
		declared := slices.IndexFunc(file.Fields, func(f columns.Field) bool { return f.Name == name })
		if declared >= 0 && file.Fields[declared].Kind == columns.Text {
			continue
		}
		for _, row := range rows[1:] {
			v, err := strconv.ParseFloat(row[at], 64)
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, v)
		}
	}
	return numbers
}

// R, which reads no JSON, has a list of the columns that hold text. It is the one of the documents.
func TestTextColumnsInR(t *testing.T) {
	if err := exec.Command("Rscript", "--version").Run(); err != nil {
		t.Skip("Rscript is missing")
	}
	const ask = `source("../../sdk/r/benchresults/R/bench_results.R")
writeLines(c(text_columns, paste0("value ", text_values)))`
	out, err := exec.Command("Rscript", "--vanilla", "-e", ask).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, file := range append(columns.Files(), columns.SealedComparisons, columns.Confusion, columns.Labels) {
		for _, f := range file.Fields {
			switch {
			case f.Kind != columns.Text:
			case f.Name == "value":
				want["value "+file.Name] = true
			default:
				want[f.Name] = true
			}
		}
	}
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
		t.Errorf("R has the text columns %q, the documents %q", got, slices.Sorted(maps.Keys(want)))
	}
}
