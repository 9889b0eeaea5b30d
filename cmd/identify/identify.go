package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
)

// target is what programs are compiled for.
type target struct{ system, architecture string }

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Name, Dir, DefaultGODEBUG string
	Standard                              bool
	Module                                *goModule
	Imports                               []string

	GoFiles, SFiles, HFiles, SysoFiles, EmbedFiles []string // that are compiled for the target
}

// goModule is the module of a package.
type goModule struct {
	Path, Version, Sum, GoVersion string
	Main                          bool
	Replace                       *goModule
}

// identify returns NAME=DIGEST for each program among some packages of the module in a folder.
func identify(folder string, t target, patterns ...string) ([]string, error) {
	arguments := append([]string{"list", "-deps", "-json"}, patterns...)
	listed, err := t.ask(folder, arguments...)
	if err != nil {
		return nil, err
	}
	compiler, err := t.ask(folder, "env", "GOVERSION", "GOARCH", "GOAMD64", "GOARM64", "GOEXPERIMENT")
	if err != nil {
		return nil, err
	}
	packages := map[string]goPackage{}
	for d := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("what go list says: %w", err)
		}
		packages[p.ImportPath] = p
	}
	var digests []string
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		if packages[name].Name != "main" {
			continue
		}
		sum := sha256.New()
		fmt.Fprintf(sum, "%s\n%s\n", compiler, packages[name].DefaultGODEBUG)
		if err := hashAll(sum, packages, name); err != nil {
			return nil, err
		}
		digests = append(digests, path.Base(name)+"="+hex.EncodeToString(sum.Sum(nil)))
	}
	return digests, nil
}

// ask runs the go command for the target.
func (t target) ask(folder string, arguments ...string) ([]byte, error) {
	c := exec.Command("go", arguments...)
	c.Dir = folder
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.architecture)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", arguments[0], err)
	}
	return out, nil
}

// hashAll writes what a package and all that it imports are made of, in the order of their
// names. The standard library is that of the compiler.
func hashAll(sum io.Writer, packages map[string]goPackage, root string) error {
	seen, waiting := map[string]bool{}, []string{root}
	for len(waiting) > 0 {
		name := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if !seen[name] && !packages[name].Standard {
			seen[name] = true
			waiting = append(waiting, packages[name].Imports...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		if p, known := packages[name]; known { // "C" and "unsafe" have no files
			if err := p.hash(sum); err != nil {
				return err
			}
		}
	}
	return nil
}

// hash writes the version of the package's module, or the content of its files.
func (p goPackage) hash(sum io.Writer) error {
	if m := p.Module; !m.Main && m.Replace == nil {
		if m.Sum == "" {
			return fmt.Errorf("%s %s has no sum in go.sum", m.Path, m.Version)
		}
		_, err := fmt.Fprintf(sum, "%s %s %s %s\n", p.ImportPath, m.Path, m.Version, m.Sum)
		return err
	}
	fmt.Fprintf(sum, "%s go %s\n", p.ImportPath, p.Module.GoVersion)
	files := slices.Concat(p.GoFiles, p.SFiles, p.HFiles, p.SysoFiles, p.EmbedFiles)
	slices.Sort(files)
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(p.Dir, file))
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %x\n", file, sha256.Sum256(content))
	}
	return nil
}
