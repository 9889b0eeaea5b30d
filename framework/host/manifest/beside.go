package manifest

import (
	"bytes"
	"path/filepath"

	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/language/syntax"
)

// Beside reports whether a file in the folder of a plugin is bench's and no part of the
// plugin: a lock file, or an experiment file that requires plugins. Both may name the
// plugin, and locking or trying it must not change it.
func Beside(path string) bool {
	switch name := filepath.Base(path); {
	case name == requires.LockFile:
		return true
	case filepath.Ext(name) != ".hcl" || name == File:
		return false
	}
	text, err := syntax.ReadFile(path)
	return err == nil && bytes.Contains(text, []byte("required_plugins"))
}
