package requires

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
)

// SourceKind says what the source of a required plugin is.
type SourceKind string

// The kinds of sources. Plugins of all but the first come from elsewhere, and run only if the lock file has them.
const (
	Path    SourceKind = ""        // of an executable or a folder
	Address SourceKind = "address" // of an archive
	Indexed SourceKind = "index"   // a name that an index knows
)

// Archive is a plugin packed for a platform, in an index or in a lock file.
type Archive struct {
	OS      string `hcl:"os,optional"`   // as Go calls it; "" for all platforms
	Arch    string `hcl:"arch,optional"` // as Go calls it; "" for all platforms
	URL     string `hcl:"url"`           // address, or path from the folder of the file that says it
	SHA256  string `hcl:"sha256"`        // of the archive, hex
	Package string `hcl:"package,optional"`
}

// Platform is where an archive's plugin runs.
func (a Archive) Platform() string {
	if a.OS == "" {
		return "all platforms"
	}
	return a.OS + "/" + a.Arch
}

// Suits reports whether an archive's plugin runs on a platform.
func (a Archive) Suits(os, arch string) bool { return a.OS == "" || a.OS == os && a.Arch == arch }

// For finds the archive for a platform.
func For(archives []Archive, os, arch string) (Archive, bool) {
	i := slices.IndexFunc(archives, func(a Archive) bool { return a.Suits(os, arch) })
	if i < 0 {
		return Archive{}, false
	}
	return archives[i], true
}

// Platforms lists those of archives.
func Platforms(archives []Archive) string {
	var all []string
	for _, a := range archives {
		all = append(all, a.Platform())
	}
	return wording.And(all)
}

var platformWord = regexp.MustCompile(`^[a-z0-9]+$`)

// Check says what is wrong with an archive, "" if nothing is.
func (a Archive) Check() string {
	switch {
	case (a.OS == "") != (a.Arch == ""):
		return `It names one of os and arch. Write both, for example os = "linux" and arch = "amd64", or neither if it runs ` +
			`everywhere.`
	case a.OS != "" && !(platformWord.MatchString(a.OS) && platformWord.MatchString(a.Arch)):
		return fmt.Sprintf("%s is not a platform such as linux/amd64.", a.Platform())
	case !sha256Hex.MatchString(a.SHA256):
		return `There must be sha256 = "…" with 64 hexadecimal digits in lower case.`
	case a.Package != "" && !sha256Hex.MatchString(a.Package):
		return `package must have 64 hexadecimal digits in lower case.`
	case a.URL == "":
		return "It does not say where it is."
	}
	return ""
}

// Overlaps reports whether two archives are for the same platform.
func (a Archive) Overlaps(b Archive) bool { return a.Suits(b.OS, b.Arch) || b.Suits(a.OS, a.Arch) }

// Downloaded returns what a lock file says of a required plugin that comes from elsewhere; false if it says nothing of this
// source.
func (l *Lock) Downloaded(r Plugin) (Locked, bool) {
	p, locked := l.find(r.Name)
	return p, locked && len(p.Archives) > 0 && p.Source == r.Written
}

// lockedArchives decodes the archives of a locked plugin.
func lockedArchives(r *diagnostic.Remarks, body *hclsyntax.Body) (all []Archive) {
	for _, block := range body.Blocks {
		if block.Type != "archive" || len(block.Labels) > 0 {
			r.Errorf(block.DefRange(), fmt.Sprintf("Unknown block %q", block.Type), "A locked plugin holds blocks: archive { … }.")
			continue
		}
		var a Archive
		r.HCL(gohcl.DecodeBody(block.Body, nil, &a))
		if wrong := a.Check(); wrong != "" {
			r.Errorf(block.DefRange(), "This archive cannot be used", "%s", wrong)
		}
		all = CheckedAgainst(r, all, a, block.DefRange())
	}
	return all
}

// CheckedAgainst adds an archive to those of the same version of a plugin, unless they have one for its platform.
func CheckedAgainst(r *diagnostic.Remarks, all []Archive, a Archive, at hcl.Range) []Archive {
	if i := slices.IndexFunc(all, a.Overlaps); i >= 0 {
		r.Errorf(at, fmt.Sprintf("There is a second archive for %s", a.Platform()),
			"An earlier block is for %s. Remove one of the two.", all[i].Platform())
		return all
	}
	return append(all, a)
}

// archiveBlock is an archive as a block of a lock file, indented.
func archiveBlock(a Archive) []byte {
	file := hclwrite.NewEmptyFile()
	block := gohcl.EncodeAsBlock(&a, "archive")
	withoutEmpty(block.Body())
	file.Body().AppendBlock(block)
	text := strings.TrimSuffix(string(hclwrite.Format(file.Bytes())), "\n")
	return []byte("  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n")
}

// Elsewhere is what the bench block says of where plugins come from.
type Elsewhere struct {
	Index  Place // path or address of an index
	Key    Place // public key of the index, or the path of a file that holds it
	Mirror Place // path or address of a folder that has the files of index and archives by their names
}

// Place is a path, an address or a key as a file says it.
type Place struct {
	Written string // "" if it is not written
	At      expression.Source
}
