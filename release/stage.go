package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/manyclass/bench/release/modules"
	"github.com/manyclass/bench/release/tree"
)

// here is the system of this machine.
const here = runtime.GOOS + "/" + runtime.GOARCH

// folder is where the program for a system is built.
func (r *run) folder(system string) string {
	return filepath.Join(r.work, strings.ReplaceAll(system, "/", "-"))
}

// stage builds the program for a system, unless it is there: bin/bench, which holds all shipped plugins.
func (r *run) stage(system string) (tree.Tree, error) {
	if _, err := os.Stat(r.folder(system)); err == nil {
		return tree.Read(r.folder(system))
	}
	goos, goarch, _ := strings.Cut(system, "/")
	build := exec.Command("make", "--no-print-directory", "stage", "GOOS="+goos, "GOARCH="+goarch, "OUT="+r.folder(system),
		"REVISION="+r.revision)
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	if err := modules.Check(r.folder(system), r.modules); err != nil {
		return nil, err
	}
	return tree.Read(r.folder(system))
}

// documents are the manual pages and completions that a bench of this machine writes, below a prefix. Zsh has a folder
// of its own for those of packages.
func (r *run) documents(zsh string) (tree.Tree, error) {
	bench := filepath.Join(r.folder(here), "bin", program)
	dir := filepath.Join(r.work, "documents")
	if _, err := command(bench, "man", filepath.Join(dir, "share/man/man1")); err != nil {
		return nil, err
	}
	files, err := tree.Read(dir)
	if err != nil {
		return nil, err
	}
	for shell, place := range map[string]string{
		"bash": "share/bash-completion/completions/" + program,
		"fish": "share/fish/vendor_completions.d/" + program + ".fish",
		"zsh":  zsh + "/_" + program,
	} {
		script, err := command(bench, "completion", shell)
		if err != nil {
			return nil, err
		}
		files = append(files, tree.Of(map[string]string{place: script + "\n"})...)
	}
	return tree.Join(files), nil
}
