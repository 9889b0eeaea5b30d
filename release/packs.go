package main

import (
	"fmt"
	"path"
	"strings"

	"github.com/manyclass/bench/release/tree"
)

// packFolder is where bench finds plugins in other languages, below a prefix.
const packFolder = "share/bench/plugins"

// resultsFolder is where the R package for results is, below a prefix.
const resultsFolder = "share/bench/r/benchresults"

// packsReadme is the file README beside the folder of the packs. With a file there, pip removes the folder too.
const packsReadme = "plugins/ has plugins of bench in other languages. bench finds them by the place of its " +
	"program.\nr/benchresults is a package that reads results in R: R CMD INSTALL r/benchresults.\n"

// How the pack of scikit-learn's estimators is started and what it says if libraries are missing, in plugin.hcl.
const (
	packCommand = `["venv/bin/python", "main.py"]`
	packInstall = `install  = "make pack-sklearn"` + "\n"
)

// packs are what needs an interpreter and nothing that is built: plugins for scikit-learn and for R, and results in
// R. The Python of the first is started by a program, and its SDK goes with it unless that has it already. Install is
// what to type where libraries of Python are missing, "" for pip.
func packs(python, install string, sdk tree.Tree) (tree.Tree, error) {
	change := map[string]string{packCommand: fmt.Sprintf("[%q, \"main.py\"]", python), packInstall: ""}
	if install != "" {
		change[packInstall] = fmt.Sprintf("install  = %q\n", install)
	}
	sklearn, err := pack("plugins/sklearn", change)
	if err != nil {
		return nil, err
	}
	caret, err := pack("plugins/caret", nil)
	if err != nil {
		return nil, err
	}
	r, err := tree.Read("sdk/r/R")
	if err != nil {
		return nil, err
	}
	caret = append(caret, r.Select(func(f tree.File) bool { return f.Path == "bench_plugin.R" })...)
	sklearn = append(sklearn, sdk.Under("bench_plugin")...)
	results, err := tree.Read("sdk/r/benchresults")
	if err != nil {
		return nil, err
	}
	results = results.Select(func(f tree.File) bool { return !strings.HasPrefix(f.Path, "tests/") })
	about := tree.File{Path: path.Dir(packFolder) + "/README", Mode: tree.Plain, Data: []byte(packsReadme)}
	packed := append(sklearn.Under("sklearn"), caret.Under("caret")...).Under(packFolder)
	return append(append(packed, results.Under(resultsFolder)...), about), nil
}

// pack is the folder of a pack as it is used, with changes of its manifest.
func pack(dir string, changes map[string]string) (tree.Tree, error) {
	files, err := python(dir)
	if err != nil {
		return nil, err
	}
	files = files.Select(func(f tree.File) bool { return path.Ext(f.Path) != ".sh" && path.Ext(f.Path) != ".txt" })
	for i := range files {
		if files[i].Path != "plugin.hcl" {
			continue
		}
		text := string(files[i].Data)
		for from, to := range changes {
			if !strings.Contains(text, from) {
				return nil, fmt.Errorf("%s/plugin.hcl lacks %s", dir, strings.TrimSpace(from))
			}
			text = strings.Replace(text, from, to, 1)
		}
		files[i].Data = []byte(text)
	}
	return files, nil
}

// python are the files of a folder, without what Python leaves there.
func python(dir string) (tree.Tree, error) {
	all, err := tree.Read(dir)
	return all.Select(func(f tree.File) bool { return !strings.Contains(f.Path, "__pycache__") }), err
}

// sdk is the Python package for authors of plugins.
func sdk() (tree.Tree, error) { return python("sdk/python/bench_plugin") }
