package packing

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/remote/archive"
)

// top is the folder of an archive that holds the files of a plugin.
const top = "plugin"

// file is one that is to be packed.
type file struct {
	name       string // in the archive, with slashes
	at         string // where its bytes are
	executable bool
}

// contents are what an archive is to hold, and what of the plugin's folder it does not.
type contents struct {
	source string   // the plugin's folder, without links
	words  []string // of its command
	follow bool     // links that lead out of the folder
	files  []file   // in the order of their names
	left   []string // paths below the folder; those of folders end with /
	bytes  int64
}

// look lists what is packed of a plugin, an executable or a folder.
func look(pkg host.Package, follow bool) (*contents, error) {
	real, err := filepath.EvalSymlinks(pkg.Root)
	if err != nil {
		return nil, err
	}
	c := &contents{source: real, follow: follow}
	if pkg.Manifest != nil {
		c.words = pkg.Manifest.Command
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return c, c.add(filepath.Base(pkg.Root), real, info)
	}
	err = c.folder(real, "", []string{real})
	slices.SortFunc(c.files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	if err == nil {
		err = c.alike()
	}
	return c, err
}

// folder adds what is in a folder. above are the folders that lead to it, without links.
func (c *contents) folder(dir, below string, above []string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := path.Join(below, e.Name())
		at, info, err := c.resolve(filepath.Join(dir, e.Name()), name, e)
		switch {
		case err != nil:
			return err
		case c.leaves(filepath.Join(dir, e.Name()), name, info):
			c.left = append(c.left, name+map[bool]string{true: "/"}[info.IsDir()])
		case info.IsDir() && slices.Contains(above, at):
			return fmt.Errorf("%s is a link to a folder that it is in", name)
		case info.IsDir():
			err = c.folder(at, name, append(slices.Clone(above), at))
		default:
			err = c.add(path.Join(top, name), at, info)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// resolve follows links, but not out of the folder unless it is asked for.
func (c *contents) resolve(at, name string, e fs.DirEntry) (string, fs.FileInfo, error) {
	if e.Type()&fs.ModeSymlink == 0 {
		info, err := e.Info()
		return at, info, err
	}
	leads, err := filepath.EvalSymlinks(at)
	if errors.Is(err, fs.ErrNotExist) {
		return at, nil, fmt.Errorf("%s is a link to nothing: remove it", name)
	}
	if err != nil {
		return at, nil, err
	}
	if below, err := filepath.Rel(c.source, leads); !c.follow && (err != nil || !filepath.IsLocal(below)) {
		return at, nil, fmt.Errorf("%s is a link out of the folder, to %s: with -follow what it leads to is packed "+
			"in its place", name, leads)
	}
	info, err := os.Stat(leads)
	return leads, info, err
}

// goFile is a source of a program in Go, which needs none of them.
var goFile = regexp.MustCompile(`^(.*\.go|go\.(mod|sum|work|work\.sum))$`)

// leaves reports whether a file or folder is not packed: what is not part of a plugin, what is hidden, virtual
// environments, sources of compiled programs, and what has no content.
func (c *contents) leaves(at, name string, info fs.FileInfo) bool {
	switch {
	case host.Left(at, info.IsDir()), strings.HasPrefix(path.Base(name), "."):
		return true
	case info.IsDir():
		return host.IsEnvironment(at) || c.intermediate(name)
	}
	return !info.Mode().IsRegular() || goFile.MatchString(path.Base(name)) || c.intermediate(name)
}

// intermediate reports whether Maven reads or writes a file or folder and the plugin's command does not name it.
func (c *contents) intermediate(name string) bool {
	if _, err := os.Stat(filepath.Join(c.source, "pom.xml")); err != nil {
		return false
	}
	if name == "pom.xml" || name == "src" {
		return true
	}
	return path.Dir(name) == "target" &&
		!slices.ContainsFunc(c.words, func(word string) bool { return strings.Contains(word, name) })
}

// add adds a file.
func (c *contents) add(name, at string, info fs.FileInfo) error {
	strange := func(r rune) bool { return r == '\\' || unicode.IsControl(r) }
	if !fs.ValidPath(name) || strings.ContainsFunc(name, strange) {
		return fmt.Errorf("the file %q has a name that not all systems can hold: give it another", name)
	}
	c.files = append(c.files, file{name, at, info.Mode().Perm()&0o111 != 0})
	c.bytes += info.Size()
	if most := archive.Plugin; len(c.files) > most.Entries || c.bytes > most.Bytes {
		return fmt.Errorf("the plugin has more than %d files or more than %d GiB, and bench installs no more", most.Entries,
			most.Bytes>>30)
	}
	return nil
}

// alike refuses names that are the same on systems that know no capital letters.
func (c *contents) alike() error {
	seen := map[string]string{}
	for _, f := range c.files {
		small := strings.ToLower(f.name)
		if other, there := seen[small]; there {
			return fmt.Errorf("%s and %s are the same name on some systems: rename one of them", other, f.name)
		}
		seen[small] = f.name
	}
	return nil
}
