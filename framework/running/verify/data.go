package verify

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/results/capsule"
)

// home is where the experiment file of a capsule seems to be: a folder that does not exist, and so deep that paths
// upwards from it stay apart.
var home = "/capsule" + strings.Repeat("/0", 48)

// absolute is the path that a path of the experiment file of a capsule means.
func absolute(written string) string {
	if filepath.IsAbs(written) {
		return filepath.Clean(written)
	}
	return filepath.Join(home, written)
}

// placeData finds the files of data: in the capsule, in the folder that the user names, or in the cache.
func (v *verifier) placeData() error {
	byDigest, byName, err := v.lookAround()
	if err != nil {
		return err
	}
	for i, d := range v.Capsule.Data {
		path := ""
		switch {
		case d.Member != "":
			path = v.member(d)
		case d.SHA256 == "":
			path = byName[filepath.Base(d.Path)]
		default:
			path = byDigest[d.SHA256]
			if path == "" {
				path = cached(d.SHA256)
			}
		}
		if path == "" {
			v.missing = append(v.missing, d)
			continue
		}
		if v.moved[place(d)], err = v.link(path, filepath.Join("data", strconv.Itoa(i), filepath.Base(d.Path))); err != nil {
			return err
		}
	}
	return nil
}

// link lets a file be found in the private folder, by a name that tells its format and compression.
func (v *verifier) link(path, name string) (at string, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	at = filepath.Join(v.scratch.Path, name)
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return "", err
	}
	return at, os.Symlink(path, at)
}

// place is the path that an experiment has for a file of data.
func place(d capsule.Data) string {
	if d.Path == d.SHA256 {
		return "/cache/sha256/" + d.SHA256 // of data by name, on all machines
	}
	return absolute(d.Path)
}

// member is where the capsule has a file of data.
func (v *verifier) member(d capsule.Data) string {
	for _, one := range v.Capsule.Members {
		if one.Name == d.Member && one.SHA256 == d.SHA256 {
			return v.Capsule.Path(d.Member)
		}
	}
	v.report.Flaws = append(v.report.Flaws, capsule.Flaw{Member: d.Member,
		What: fmt.Sprintf("has other bytes than the data %q: not the SHA-256 %.12s…", d.Path, d.SHA256)})
	return ""
}

func cached(digest string) string {
	store, err := cache.Open()
	if err != nil || !store.Whole(digest) {
		return ""
	}
	path, _ := store.Path(digest)
	return path
}

// mostLooked is how many files are looked at in the folder of data.
const mostLooked = 100_000

// lookAround finds files in the folder that the user names: by digest those of a size that is needed, and all by name.
func (v *verifier) lookAround() (byDigest, byName map[string]string, err error) {
	byDigest, byName = map[string]string{}, map[string]string{}
	if v.Data == "" {
		return byDigest, byName, nil
	}
	wanted := func(size int64) bool {
		return slices.ContainsFunc(v.Capsule.Data, func(d capsule.Data) bool { return d.Member == "" && d.Bytes == size })
	}
	looked := 0
	err = filepath.WalkDir(v.Data, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if looked++; looked > mostLooked {
			return fmt.Errorf("-data %s holds more than %d files: name a smaller folder", v.Data, mostLooked)
		}
		info, err := os.Stat(path) // links to files count
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		byName[d.Name()] = path
		if !wanted(info.Size()) {
			return nil
		}
		_, sum, err := inputfile.Sum(path)
		byDigest[sum] = path
		return err
	})
	return byDigest, byName, err
}

// absent says which data of a dataset are missing, and what to do; "" if none are.
func (v *verifier) absent(dataset string) string {
	for _, d := range v.missing {
		name, _, _ := strings.Cut(dataset, "[")
		if !slices.Contains(d.Datasets, name) && !slices.Contains(d.Datasets, dataset) {
			continue
		}
		if d.SHA256 == "" {
			return fmt.Sprintf("the data %s are missing: -data FOLDER names where they are", d.Path)
		}
		if d.Path == d.SHA256 {
			return fmt.Sprintf("the data sha256:%s are missing: bench fetch downloads them for the experiment file, or "+
				"-data FOLDER names where they are", d.SHA256)
		}
		return fmt.Sprintf("the data %s, sha256:%s, are missing (%s): -data FOLDER names where they are", d.Path, d.SHA256,
			d.Why)
	}
	return ""
}
