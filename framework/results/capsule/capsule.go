// Package capsule reads and writes capsules: a results folder in one file, with the data and plugins that it was made
// from or their digests, so that others can check it. A capsule is a gzipped tar file whose first member says which
// others there are, and what their digests are. What is read may come from anybody: it is bounded, and nothing outside
// of the folder that it is unpacked into is touched.
package capsule

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/results/store"
)

// ManifestName is the first member of a capsule.
const ManifestName = "capsule.json"

// Format is the version of the format that is written, and the only one that is read.
const Format = 1

// The folders of a capsule.
const (
	ResultsFolder = "results" // the results folder
	DataFolder    = "data"    // files of data, by their SHA-256
	PluginFolder  = "plugins" // packages of plugins, by their names
	CodeFolder    = "code"    // what plugins load from outside their packages, by paths beside the experiment file
)

// Manifest says what a capsule holds and what it names.
type Manifest struct {
	Format     int         `json:"format"`
	Bench      store.Build `json:"bench"` // that packed it
	Experiment string      `json:"experiment"`
	Kernels    string      `json:"kernels"` // class of the code that computed the results
	Data       []Data      `json:"data"`
	Plugins    []Plugin    `json:"plugins"`
	Code       []Code      `json:"code,omitempty"`
	Members    []Member    `json:"members"` // all others, in their order
}

// Data is a file of rows that the experiment names.
type Data struct {
	Path     string   `json:"path"`               // as the experiment file writes it; of data by name the digest
	Bytes    int64    `json:"bytes"`              // 0 where the file was missing
	SHA256   string   `json:"sha256"`             // "" where the file was missing
	Datasets []string `json:"datasets,omitempty"` // that read it
	Member   string   `json:"member,omitempty"`   // "" where it is named only
	Why      string   `json:"why,omitempty"`      // it is named only
}

// Plugin is one on which the results depend.
type Plugin struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"` // as identities of cells have it
	// Source is the path of a plugin that the file requires, as written, or what one that was fetched is found by on all
	// machines; "" of those that are part of bench or beside it.
	Source string `json:"source,omitempty"`
	Folder string `json:"folder,omitempty"` // of its members, "" where it is named only
	Base   string `json:"base,omitempty"`   // name of its file or folder there
	Why    string `json:"why,omitempty"`    // it is named only
	Settings
}

// Settings are what the experiment file says of how a plugin is started.
type Settings struct {
	Env         map[string]string `json:"env,omitempty"`
	Interpreter string            `json:"interpreter,omitempty"`
	PassEnv     []string          `json:"pass_env,omitempty"`
}

// Code is a file or folder that plugins load, beside the experiment file.
type Code struct {
	Path   string `json:"path"`   // from the folder of the experiment file
	SHA256 string `json:"sha256"` // over its files
}

// Member is a file of a capsule.
type Member struct {
	Name       string `json:"name"`
	Bytes      int64  `json:"bytes"`
	SHA256     string `json:"sha256"`
	Executable bool   `json:"executable,omitempty"`
}

// Digest identifies a capsule by its manifest, which names all else.
func Digest(manifest []byte) string {
	sum := sha256.Sum256(manifest)
	return hex.EncodeToString(sum[:])
}

// The bounds of what is read.
const (
	mostManifest = 64 << 20 // bytes
	mostMembers  = 200_000
	longestName  = 1024     // bytes
	mostRatio    = 250      // bytes of the members for each of the capsule
	freeRatio    = 64 << 20 // bytes of the members that any capsule may have
)

// hex256 is what a digest looks like.
var hex256 = regexp.MustCompile(`^[0-9a-f]{64}$`)

// parse reads and checks a manifest.
func parse(text []byte) (m Manifest, err error) {
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("%s: %w", ManifestName, err)
	}
	if m.Format != Format {
		return m, fmt.Errorf("%s has format %d, and this bench reads format %d: use the release of bench that packed it, "+
			"or a later one", ManifestName, m.Format, Format)
	}
	if len(m.Members) > mostMembers {
		return m, fmt.Errorf("%s names %d members; at most %d are read", ManifestName, len(m.Members), mostMembers)
	}
	names := map[string]bool{}
	for _, one := range m.Members {
		if err := checkMember(one, names); err != nil {
			return m, err
		}
	}
	for _, one := range m.Members { // a file cannot be a folder too
		for dir := path.Dir(one.Name); dir != "."; dir = path.Dir(dir) {
			if names[strings.ToLower(dir)] {
				return m, fmt.Errorf("%s names %q both as a file and as a folder", ManifestName, dir)
			}
		}
	}
	return m, m.checkReferences(names)
}

// checkMember refuses a member that no capsule has.
func checkMember(one Member, names map[string]bool) error {
	same := strings.ToLower(one.Name) // which some file systems take for the same
	switch {
	case !harmless(one.Name):
		return fmt.Errorf("%s names %q, which is not a path within a capsule", ManifestName, one.Name)
	case names[same] || same == ManifestName:
		return fmt.Errorf("%s names %q twice", ManifestName, one.Name)
	case one.Bytes < 0 || !hex256.MatchString(one.SHA256):
		return fmt.Errorf("%s says of %q neither size nor digest", ManifestName, one.Name)
	}
	names[same] = true
	return nil
}

// harmless reports whether a name is a path that leads to one place below a folder, on every system.
func harmless(name string) bool {
	if name == "" || len(name) > longestName || path.IsAbs(name) || path.Clean(name) != name || !utf8.ValidString(name) {
		return false
	}
	bad := func(r rune) bool { return r == '\\' || r == ':' || !unicode.IsPrint(r) }
	return !strings.ContainsFunc(name, bad) && !slices.Contains(strings.Split(name, "/"), "..") && name != "."
}

// checkReferences refuses data, plugins and code that name members which there are not.
func (m Manifest) checkReferences(names map[string]bool) error {
	for _, d := range m.Data {
		if d.Member != "" && !names[strings.ToLower(d.Member)] || d.Bytes < 0 {
			return fmt.Errorf("%s names %q for the data %q, which is not among its members", ManifestName, d.Member, d.Path)
		}
	}
	for _, p := range m.Plugins {
		if p.Folder != "" && (!harmless(p.Folder) || !harmless(p.Base) || strings.Contains(p.Base, "/")) {
			return fmt.Errorf("%s says of plugin %q that it is at %q", ManifestName, p.Name, p.Folder+"/"+p.Base)
		}
	}
	for _, c := range m.Code {
		if !harmless(c.Path) {
			return fmt.Errorf("%s names code at %q, which is not a path within a capsule", ManifestName, c.Path)
		}
	}
	return nil
}

// Bytes is the size of all members.
func (m Manifest) Bytes() (bytes int64) {
	for _, one := range m.Members {
		if bytes += one.Bytes; bytes < 0 {
			return 1<<63 - 1
		}
	}
	return bytes
}
