package verify

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/results/capsule"
)

// data names the files of rows, and takes those that are to be packed.
func (c *packer) data() error {
	if err := c.checkListed(); err != nil {
		return err
	}
	for _, absolute := range slices.Sorted(maps.Keys(c.file.Files.Named)) {
		f := c.file.Files.Named[absolute]
		if !f.Data || f.Written == requires.LockFile {
			continue
		}
		datasets, licence, needed := c.readers(f)
		if !needed {
			continue // an archive, of which the file of rows was taken
		}
		d := capsule.Data{Path: f.Written, Datasets: datasets}
		var err error
		d.Bytes, d.SHA256, err = inputfile.Sum(f.Located)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			d.Why = "the file was missing when the results were packed"
		case err != nil:
			return err
		default:
			d.Why = c.withheld(d, licence)
		}
		if d.Why == "" {
			d.Member = path.Join(capsule.DataFolder, d.SHA256)
			c.add(d.Member, f.Located, false)
		}
		c.m.Data = append(c.m.Data, d)
	}
	return nil
}

// checkListed refuses datasets that are listed and do not exist.
func (c *packer) checkListed() error {
	names := c.datasetNames()
	for _, name := range c.Listed {
		if !slices.Contains(names, name) {
			return fmt.Errorf("-dataset %s: %s", name, wording.Instead(name, names, "the datasets are"))
		}
		c.listed[name] = true
	}
	return nil
}

// readers are the datasets that read a file, and the licence of their rows. A file of data by name is needed if it has
// rows or folds.
func (c *packer) readers(f blocks.Named) (datasets []string, licence string, needed bool) {
	for _, i := range c.bound.Datasets {
		if i.Fetched != nil {
			for _, of := range i.Fetched.Files {
				if of.SHA256 == f.Written && (of.Role == named.Data || of.Role == named.Splits) {
					datasets, licence, needed = append(datasets, i.Name), i.Fetched.Said().Licence, true
				}
			}
			continue
		}
		for _, value := range i.Values() {
			if value == f.Located {
				datasets, needed = append(datasets, i.Name), true
				break
			}
		}
	}
	return datasets, licence, needed
}

// withheld says why a file is named only, or nothing.
func (c *packer) withheld(d capsule.Data, licence string) string {
	switch {
	case c.Data == DataNone:
		return "-data none"
	case c.Data == DataAll, slices.ContainsFunc(d.Datasets, func(name string) bool { return c.listed[name] }),
		free(licence):
		return ""
	case licence == "":
		return "its licence is not known"
	}
	return fmt.Sprintf("its licence is %q", wording.Harmless(licence, 200))
}

// free reports whether a licence is one of those that let anybody pass on copies.
func free(licence string) bool {
	apart := func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') }
	words := strings.FieldsFunc(strings.ToLower(licence), apart)
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(word string) bool { return slices.Contains(words, word) })
	}
	switch {
	case has("nc", "noncommercial", "nd", "noderivatives", "noderivs"):
		return false
	case has("cc0", "pddl", "odbl", "mit", "apache", "bsd", "public"):
		return true
	case has("cc", "creativecommons", "commons"):
		return has("by", "attribution", "zero")
	}
	return has("odc") && has("by")
}
