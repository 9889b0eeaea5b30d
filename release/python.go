package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/manyclass/bench/release/tree"
	"github.com/manyclass/bench/release/wheel"
)

// distribution is the name of the Python package; another project has the name bench.
const distribution = "bench-manyclass"

// platforms are the tags of pip for a system. A program without a C library runs with any on Linux; those of Go 1.26
// need macOS 12.
var platforms = map[string][]string{
	"linux/amd64":  {"manylinux_2_17_x86_64", "musllinux_1_2_x86_64"},
	"linux/arm64":  {"manylinux_2_17_aarch64", "musllinux_1_2_aarch64"},
	"darwin/amd64": {"macosx_12_0_x86_64"},
	"darwin/arm64": {"macosx_12_0_arm64"},
}

// interpreter is the script that stands for the interpreter that a wheel was installed for, wherever pip put it.
const (
	interpreter     = program + "-python"
	interpreterText = `#!python
import os, sys
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
`
)

// wheel is a Python package with the program, the SDK, the package for results and the packs.
func (r *run) wheel(staged tree.Tree, system string) error {
	metadata, err := r.metadata()
	if err != nil {
		return err
	}
	sdk, err := sdk()
	if err != nil {
		return err
	}
	results, err := python("sdk/python/bench")
	if err != nil {
		return err
	}
	packs, err := packs(up(packFolder+"/sklearn")+"bin/"+interpreter, "pip install '"+distribution+"[sklearn]'", nil)
	if err != nil {
		return err
	}
	binaries := staged.Select(func(f tree.File) bool { return f.Path == "bin/"+program })
	for i := range binaries {
		binaries[i].Path = program
	}
	w := wheel.Wheel{
		Name: distribution, Version: r.version, Platforms: platforms[system], Metadata: metadata, Licences: r.texts,
		Modules: tree.Join(sdk.Under("bench_plugin"), results.Under("bench")),
		Scripts: append(binaries, tree.File{Path: interpreter, Mode: tree.Program, Data: []byte(interpreterText)}),
		Data:    tree.Join(r.shared, packs),
	}
	return r.add(w.File(), mostWheel, w.Write)
}

// up is the way from a folder below a prefix to the prefix.
func up(folder string) string { return strings.Repeat("../", strings.Count(folder, "/")+1) }

// metadata are the fields of the package after name and version.
func (r *run) metadata() (string, error) {
	var sdk struct {
		Project struct {
			Python   string              `toml:"requires-python"`
			Needs    []string            `toml:"dependencies"`
			Optional map[string][]string `toml:"optional-dependencies"`
		}
	}
	if _, err := toml.DecodeFile("sdk/python/pyproject.toml", &sdk); err != nil {
		return "", err
	}
	pinned, err := requirements("plugins/sklearn/requirements.txt")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "Summary: %s\nLicense-Expression: %s\nLicense-File: %s\nLicense-File: %s\nProject-URL: Source, %s\n"+
		"Requires-Python: %s\n", summary, licence, licenceFile, noticesFile, homepage, sdk.Project.Python)
	for _, need := range sdk.Project.Needs {
		fmt.Fprintf(&out, "Requires-Dist: %s\n", need)
	}
	for _, extra := range []struct {
		name  string
		needs []string
	}{{"sparse", sdk.Project.Optional["sparse"]}, {"pandas", sdk.Project.Optional["pandas"]}, {"sklearn", pinned}} {
		fmt.Fprintf(&out, "Provides-Extra: %s\n", extra.name)
		for _, need := range extra.needs {
			fmt.Fprintf(&out, "Requires-Dist: %s\n", forExtra(need, extra.name))
		}
	}
	fmt.Fprintf(&out, "Description-Content-Type: text/markdown\n\n# bench\n\n%s\n", strings.Join(description, "\n"))
	return out.String(), nil
}

// forExtra limits a requirement, which may have a condition, to an extra.
func forExtra(need, extra string) string {
	need, condition, limited := strings.Cut(need, ";")
	if limited {
		condition = "(" + strings.TrimSpace(condition) + ") and "
	}
	return fmt.Sprintf("%s; %sextra == %q", strings.TrimSpace(need), condition, extra)
}

// requirements are the lines of a file of pip.
func requirements(name string) (list []string, err error) {
	text, err := os.ReadFile(name)
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if line, _, _ := strings.Cut(lines.Text(), "#"); strings.TrimSpace(line) != "" {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list, err
}
