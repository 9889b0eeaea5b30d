// Package packing makes archives of plugins, which others install by an index, and the entries of such an index.
package packing

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/pluginindex"
)

// Packer packs a plugin.
type Packer struct {
	Source        string // an executable or the folder of a plugin
	Name, Version string // "" for what the plugin says of itself
	Platform      string // as linux/amd64, Everywhere, or "" for what its files say
	Interpreter   string // for the trial; "" for that of the plugin's command
	Follow        bool   // links that lead out of the folder
	Untried       bool   // the plugin is not started
	Out           string // the folder for the archive, which is made if it does not exist
	Replace       bool   // an archive that is there with other bytes
}

// Packed is an archive that was made.
type Packed struct {
	pluginindex.Entry // URL is empty
	Path              string
	Bytes             int64
	Components        []contract.Component // as the plugin described itself, started from the archive; nil if it was not
	Left              []string             // paths that were left out; those of folders end with /
	Remarks           []string             // sentences on what users of the archive need
	Unchanged         bool                 // the archive was there already
}
