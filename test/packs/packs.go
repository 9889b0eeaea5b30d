// Package packs holds the tests of the packs, and finds those that are set up.
package packs

import (
	"errors"
	"os"
	"path/filepath"
)

// Link lets the packs that make packs has set up in a repository stand in a folder of
// plugins too, and returns the names of those that are not set up.
func Link(repository, plugins string) (missing []string, err error) {
	for _, name := range []string{"sklearn", "weka", "caret"} {
		pack, wrong := filepath.Abs(filepath.Join(repository, "bin/plugins", name))
		if wrong != nil {
			return nil, wrong
		}
		if _, wrong := os.Stat(filepath.Join(pack, "plugin.hcl")); wrong != nil {
			missing = append(missing, name)
			continue
		}
		err = errors.Join(err, os.Symlink(pack, filepath.Join(plugins, name)))
	}
	return missing, err
}
