package slurm

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

var update = flag.Bool("update", false, "write golden files anew")

// fakeProgram notes how it was called and what it read, and answers with what stands
// in files beside it.
const fakeProgram = `#!/bin/bash
here=${0%/*} name=${0##*/}
{ echo "== $name"; printf '%s\n' "$@"
  [ "$name" != sbatch ] || { cat >"$here/script"; sed -n 2p "$here/script"; }; } >>"$here/calls"
env >"$here/environment"
[ ! -e "$here/$name.sleep" ] || exec sleep "$(<"$here/$name.sleep")"
cat "$here/$name.err" >&2
cat "$here/$name.out"
exit "$(<"$here/$name.status")"
`

// fake is a Slurm that answers what it is told to.
type fake struct {
	t   *testing.T
	dir string
}

// install puts the programs of a fake Slurm first on PATH.
func install(t *testing.T) fake {
	t.Helper()
	f := fake{t, t.TempDir()}
	for _, p := range programs {
		f.write(p, fakeProgram)
		f.answers(p, "", "", "0")
	}
	f.answers("sbatch", "17\n", "", "0")
	t.Setenv("PATH", f.dir+":"+os.Getenv("PATH"))
	return f
}

func (f fake) write(name, text string) {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o755); err != nil {
		f.t.Fatal(err)
	}
}

// answers says what a program prints from now on, and its exit status.
func (f fake) answers(program, stdout, stderr, status string) {
	f.t.Helper()
	f.write(program+".out", stdout)
	f.write(program+".err", stderr)
	f.write(program+".status", status)
}

// calls are the programs that were called since the last time, with their arguments.
func (f fake) calls() string {
	f.t.Helper()
	text, err := os.ReadFile(filepath.Join(f.dir, "calls"))
	if err != nil && !os.IsNotExist(err) {
		f.t.Fatal(err)
	}
	f.write("calls", "")
	return string(text)
}

const digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

// ready is an executor over a fake Slurm that does not wait for shared folders.
func ready(t *testing.T) (fake, *Executor) {
	t.Helper()
	f := install(t)
	e, err := New(jobs.Site{SharedDir: "/shared/it's mine", LocalDir: "/local dir", Bench: digest,
		Setup: []string{"module load go", `export A="b c"`}})
	if err != nil {
		t.Fatal(err)
	}
	e.grace = 0
	return f, e
}

// wave has two classes of slots, in a folder of its own.
func wave(t *testing.T) executor.Wave {
	return executor.Wave{Job: t.TempDir(), Name: "bench-letters-5f0c2a11-w3", Number: 3, Arrays: []executor.Array{
		{Class: "default", Slots: 8, Options: []string{"--partition=cpu"}},
		{Class: "big", Slots: 2, Throttle: 1, Options: []string{"--partition=cpu", "--mem=16G"}},
	}}
}

// golden compares with a file below testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s", path, got)
	}
}

func probeSays(t *testing.T, e *Executor, w executor.Wave, words string) {
	t.Helper()
	if err := jobs.MakeFolders(w.Job, probeDir); err != nil {
		t.Fatal(err)
	}
	for _, p := range e.probes(w) {
		if err := os.WriteFile(filepath.Join(w.Job, probeDir, p.key), []byte(words), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
