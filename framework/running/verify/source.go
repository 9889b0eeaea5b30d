package verify

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/capsule"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
)

// Stored are results that are looked at: those of a capsule, which was unpacked, or of a results folder.
type Stored struct {
	Dir     string          // results folder
	Capsule *capsule.Opened // nil of a results folder
	Flaws   []capsule.Flaw

	part    folder.Part
	results store.Results
	scratch *scratch.Dir
}

// Open opens a capsule, an unpacked capsule or a results folder, and looks at the digests of all that is in it. What is
// opened must be closed. If there are flaws, nothing else is known of it.
func Open(path string) (s *Stored, err error) {
	s = &Stored{Dir: path}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	info, err := os.Stat(path)
	if err != nil {
		return s, err
	}
	if !info.IsDir() || capsule.Holds(path) {
		if err := s.unpack(path, info.IsDir()); err != nil || len(s.Flaws) > 0 {
			return s, err
		}
	}
	if s.part, err = folder.Read(s.Dir); err != nil {
		return s, err
	}
	return s, s.look()
}

// unpack unpacks a capsule into a private folder.
func (s *Stored) unpack(path string, unpacked bool) (err error) {
	if s.scratch, err = scratch.Temporary(); err != nil {
		return err
	}
	dir := filepath.Join(s.scratch.Path, "capsule")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	if unpacked {
		s.Capsule, err = capsule.Copy(path, dir)
	} else {
		s.Capsule, err = capsule.Unpack(path, dir)
	}
	if err != nil {
		return err
	}
	s.Dir, s.Flaws = s.Capsule.Results(), s.Capsule.Flaws
	return nil
}

// Close removes what was unpacked.
func (s *Stored) Close() { _ = s.scratch.Remove() }

// look compares the digests that a results folder has of its files, journals and scores.
func (s *Stored) look() error {
	altered, err := s.part.Manifest.Altered(s.Dir)
	if err != nil {
		return err
	}
	for _, a := range altered {
		what := "was changed after bench wrote it: its SHA-256 is not that in " + store.ManifestFile
		if a.Missing {
			what = "is missing"
		}
		s.Flaws = append(s.Flaws, capsule.Flaw{Member: a.Name, What: what})
	}
	if s.results, err = store.ReadIntact(s.Dir); err != nil {
		return err
	}
	flaw := func(format string, args ...any) {
		s.Flaws = append(s.Flaws, capsule.Flaw{Member: store.JournalDir, What: fmt.Sprintf(format, args...)})
	}
	for _, lost := range s.results.Lost {
		flaw("has lines that are not as written: %s", strings.TrimPrefix(lost, s.Dir+"/"))
	}
	for _, key := range slices.Sorted(maps.Keys(s.results.Damaged)) {
		flaw("names predictions of the cell %s whose bytes are others", s.nameOf(key))
	}
	for _, key := range s.results.Disagreeing {
		flaw("has two different results of the cell %s", s.nameOf(key))
	}
	s.lookAtSeal()
	kept, err := store.ReadKeptScores(s.Dir)
	if err != nil {
		return err
	}
	for _, damaged := range kept.Damaged() {
		flaw("has %s", damaged)
	}
	return nil
}

// lookAtSeal looks whether the seal of the experiment file and its copy among the journals are what the run saw.
func (s *Stored) lookAtSeal() {
	seen := s.part.Manifest.Seal
	flaw := func(member string, err error) {
		s.Flaws = append(s.Flaws, capsule.Flaw{Member: member, What: "is not the seal that the run saw: " +
			strings.ReplaceAll(wording.Reason(err), s.Dir+"/", "")})
	}
	name := folder.SealOf(s.part.Manifest)
	found, err := seal.Read(filepath.Join(s.Dir, filepath.FromSlash(name)))
	switch {
	case errors.Is(err, fs.ErrNotExist): // the experiment is not sealed, or the results are of an earlier release
	case err != nil:
		flaw(name, err)
	case seen == nil || found.SHA256 != seen.SHA256:
		flaw(name, fmt.Errorf("its digest is %.12s…", found.SHA256))
	}
	if seen == nil {
		return
	}
	if _, err := seal.Kept(s.Dir, seen.SHA256); err != nil {
		flaw(store.JournalDir, err)
	}
}

// nameOf is the name of a cell of the plan.
func (s *Stored) nameOf(key string) string {
	for _, c := range s.part.Plan.Cells {
		if c.Key == key {
			return c.Name()
		}
	}
	return key
}

// From names what was opened by its digest: a capsule, or a results folder by its manifest.
func (s *Stored) From() (string, error) {
	if s.Capsule != nil {
		return "capsule sha256:" + s.Capsule.Digest, nil
	}
	_, sum, err := inputfile.Sum(filepath.Join(s.Dir, store.ManifestFile))
	return "results sha256:" + sum, err
}

// Part is what the results folder says of its experiment, Results what its journals hold.
func (s *Stored) Part() folder.Part { return s.part }

func (s *Stored) Results() store.Results { return s.results }

// Kernels is the code that cells are run with, as -kernels says or, if it says nothing, the portable one for results of
// that.
func (s *Stored) Kernels(asked string) string {
	switch {
	case asked != "":
		return asked
	case s.part.Manifest.Kernels == launch.PortableKernels:
		return launch.PortableKernels
	}
	return launch.AutoKernels
}
