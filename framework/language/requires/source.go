package requires

import "github.com/manyclass/bench/framework/language/expression"

// SourceKind says what the source of a required plugin is.
type SourceKind string

// The kinds of sources. Plugins of all but the first come from elsewhere, and run only if the lock file has them.
const (
	Path    SourceKind = ""        // of an executable or a folder
	Address SourceKind = "address" // of an archive
	Indexed SourceKind = "index"   // a name that an index knows
)

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
