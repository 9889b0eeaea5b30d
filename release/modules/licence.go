package modules

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// leastKnown is the share of a licence file, in percent, that must be the text of licences: the rest are names.
const leastKnown = 75

// grants is the name of a file that adds to a licence and is none itself.
var grants = regexp.MustCompile(`(?i)^(notice|patents)`)

// licence is the expression of SPDX for the files of a module: all licences that stand in them.
func licence(texts []Text) (string, error) {
	var names []string
	for _, text := range texts {
		if grants.MatchString(path.Base(text.Name)) {
			continue
		}
		found := licensecheck.Scan([]byte(text.Text))
		if found.Percent < leastKnown {
			return "", fmt.Errorf("the licence in %s is not known; %.0f %% of it are", text.Name, found.Percent)
		}
		for _, m := range found.Match {
			if !m.IsURL {
				names = append(names, m.ID)
			}
		}
	}
	if len(names) == 0 {
		return "", errors.New("it has no licence")
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " AND "), nil
}
