package requires

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
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

// sha256Hex is what a package's hash looks like.
var sha256Hex = regexp.MustCompile(`^[0-9a-f]{64}$`)

// platformWord is how Go calls systems and processors.
var platformWord = regexp.MustCompile(`^[a-z0-9]+$`)

// Check says what is wrong with an archive, "" if nothing is.
func (a Archive) Check() string {
	switch {
	case (a.OS == "") != (a.Arch == ""):
		return `It names one of os and arch. Write both, for example os = "linux" and arch = "amd64", or neither if ` +
			`it runs everywhere.`
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

// CheckedAgainst adds an archive to those of the same version of a plugin, unless they have one for its platform.
func CheckedAgainst(r *diagnostic.Remarks, all []Archive, a Archive, at hcl.Range) []Archive {
	if i := slices.IndexFunc(all, a.Overlaps); i >= 0 {
		r.Errorf(mistake.BadLockFile, at, fmt.Sprintf("There is a second archive for %s", a.Platform()),
			"An earlier block is for %s. Remove one of the two.", all[i].Platform())
		return all
	}
	return append(all, a)
}
