package manifest

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/manyclass/bench/framework/language/requires"
)

// Requirement is a library that a plugin needs.
type Requirement struct {
	Name       string
	Constraint string // on its version, such as ">= 1.23, < 3", or ""
}

var requirement = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)\s*([<>=!~].*)?$`)

func parseRequirement(text string) (Requirement, error) {
	parts := requirement.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return Requirement{}, fmt.Errorf("%q is not the name of a library with a constraint on its version", text)
	}
	r := Requirement{Name: parts[1], Constraint: strings.TrimSpace(parts[2])}
	_, err := r.Met("0")
	return r, err
}

// Met reports whether a version of the library will do. An error means that the
// constraint cannot be read. Of a version such as 2.0rc1 the numbers count, and
// those of 6.0-94 are three.
func (r Requirement) Met(version string) (bool, error) {
	if r.Constraint == "" {
		return true, nil
	}
	constraint := strings.ReplaceAll(strings.ReplaceAll(r.Constraint, "==", "="), "-", ".")
	return requires.SatisfiesVersion(constraint, numbers.FindString(strings.ReplaceAll(version, "-", ".")))
}

// numbers is what a version begins with, or nothing.
var numbers = regexp.MustCompile(`^[0-9]+(\.[0-9]+)*`)
