// Package modules says which modules programs are made of, and under which licences: for the notices that licences ask
// for, and for a bill of materials.
package modules

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile is the name of a file that belongs to a licence.
var licenceFile = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents)([-.].*)?$`)

// listed is what go list says of a package.
type listed struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// collector finds modules in lists of packages.
type collector struct {
	dir   string // of the packages' module
	found map[string]*Module
	seen  map[string]bool // folders whose licences were read
}

// Of lists the modules of which packages import something, on any of some systems such as linux/amd64, with the
// standard library first. It runs go in the folder of the packages' module.
func Of(dir string, systems []string, packages ...string) ([]Module, error) {
	c := collector{dir, map[string]*Module{}, map[string]bool{}}
	for _, system := range systems {
		if err := c.add(system, packages); err != nil {
			return nil, err
		}
	}
	all := make([]Module, 0, len(c.found)+1)
	for _, m := range c.found {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Module) int { return cmp.Compare(a.Path, b.Path) })
	std, err := c.standard()
	if err != nil {
		return nil, err
	}
	all = append([]Module{std}, all...)
	for i := range all {
		slices.SortFunc(all[i].Texts, func(a, b Text) int { return cmp.Compare(a.Name, b.Name) })
		if all[i].Licence, err = licence(all[i].Texts); err != nil {
			return nil, fmt.Errorf("%s %s: %w", all[i].Path, all[i].Version, err)
		}
	}
	return all, nil
}

// add adds the modules of what packages import on a system.
func (c collector) add(system string, packages []string) error {
	list, err := dependencies(c.dir, system, packages)
	if err != nil {
		return err
	}
	for _, p := range list {
		if p.Standard || p.Module == nil || p.Module.Main {
			continue
		}
		m := c.found[p.Module.Path]
		if m == nil {
			m = &Module{Path: p.Module.Path, Version: p.Module.Version}
			c.found[m.Path] = m
		}
		if err := m.addTexts(p.Module.Dir, p.Dir, c.seen); err != nil {
			return err
		}
	}
	return nil
}

// standard is the library of Go itself.
func (c collector) standard() (Module, error) {
	out, err := run(c.dir, "linux/amd64", "env", "GOROOT", "GOVERSION")
	if err != nil {
		return Module{}, err
	}
	words := strings.Fields(string(out))
	m := Module{Path: Standard, Version: words[1]}
	return m, m.addTexts(words[0], words[0], c.seen)
}

// addTexts adds the licence files of a folder and of all above it in the module.
func (m *Module) addTexts(root, dir string, seen map[string]bool) error {
	for ; !seen[dir] && strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
		seen[dir] = true
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.IsDir() || !licenceFile.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			m.Texts = append(m.Texts, Text{filepath.ToSlash(name), string(text)})
		}
	}
	return nil
}

// dependencies asks go which packages are built for a system.
func dependencies(dir, system string, packages []string) (list []listed, err error) {
	out, err := run(dir, system, append([]string{"list", "-deps", "-json=Dir,Standard,Module"}, packages...)...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

func run(dir, system string, args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	goos, goarch, _ := strings.Cut(system, "/")
	c.Dir, c.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	out, err := c.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, exit.Stderr)
	}
	return out, err
}

// Check returns an error if a program in a folder was built of a module that is not listed.
func Check(dir string, list []Module) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := buildinfo.ReadFile(path)
		if err != nil { // not a program of Go
			return nil
		}
		for _, dep := range info.Deps {
			if !slices.ContainsFunc(list, func(m Module) bool { return m.Path == dep.Path && m.Version == dep.Version }) {
				return fmt.Errorf("%s is built of %s %s, which the notices lack", path, dep.Path, dep.Version)
			}
		}
		return nil
	})
}
