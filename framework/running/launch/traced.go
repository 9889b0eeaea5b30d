package launch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/own"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/trace"
)

// tracesFolder is where it is written which files plugins open, "" if it is not.
func (s *Session) tracesFolder() (string, error) {
	if !s.Trace {
		return "", nil
	}
	at := filepath.Join(s.folders.temporary.Path, "traces")
	return at, os.MkdirAll(at, 0o700)
}

// Opened lists the files that plugins have opened so far, and that neither their packages nor the experiment file name.
func (s *Session) Opened() ([]store.Opened, error) {
	folder, err := s.tracesFolder()
	if err != nil {
		return nil, err
	}
	var list []store.Opened
	for _, d := range s.Described {
		logs, err := filepath.Glob(filepath.Join(folder, d.Package.Name, "*"))
		if err != nil {
			return nil, err
		}
		var paths []string
		for _, log := range logs {
			found, err := pathsIn(log)
			if err != nil {
				return nil, err
			}
			paths = append(paths, found...)
		}
		slices.Sort(paths)
		declared, err := s.declared(d.Package)
		if err != nil {
			return nil, err
		}
		list = append(list, trace.List(d.Package.Name, slices.Compact(paths), declared)...)
	}
	slices.SortFunc(list, store.Opened.Compare)
	return list, nil
}

func pathsIn(log string) (paths []string, err error) {
	f, err := os.Open(log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return trace.Read(f)
}

// declared are the files that a plugin may open without being named.
func (s *Session) declared(pkg host.Package) (trace.Declared, error) {
	d := trace.Declared{}
	d.Add(pkg.Root)
	if command, wrong := pkg.Command(); wrong == nil { // such as an interpreter of a virtual environment
		for _, path := range lists.Filter(command.Args, filepath.IsAbs) {
			d.Add(path)
		}
	}
	counted, err := host.CountedFiles(pkg.Root)
	for _, f := range counted {
		d.Add(f.At) // where a link of the package leads
	}
	if program, wrong := own.Program(); wrong == nil {
		d.Add(program)
	}
	for _, code := range s.Pool.Code() {
		d.Add(code.Path)
	}
	for _, file := range s.File.Files.Named {
		d.Add(file.Located)
	}
	return d, err
}

// KeepOpened notes in a results folder which files plugins have opened, and warns of those that nobody declared.
func (s *Session) KeepOpened(out string) error {
	list, err := s.Opened()
	if err != nil {
		return err
	}
	if err := store.WriteOpened(out, list); err != nil {
		return err
	}
	const mostWarned = 10
	single := lists.Filter(list, func(o store.Opened) bool { return !o.Group })
	for _, o := range single[:min(len(single), mostWarned)] {
		s.Tell(fmt.Sprintf("warning: plugin %s opened %s, which is neither in its package nor named by the experiment file",
			o.Plugin, wording.Harmless(o.Path, 1000)))
	}
	if more := len(single) - mostWarned; more > 0 {
		s.Tell(fmt.Sprintf("warning: and %d more; the report lists them, in Provenance", more))
	}
	return nil
}
