package verify

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/capsule"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/running/launch"
)

// The values of -data of bench pack.
const (
	DataNone   = "none"   // digests only
	DataListed = "listed" // those whose licence lets them be passed on, and those that the user lists
	DataAll    = "all"
)

// Packing says what a capsule is to hold.
type Packing struct {
	Dir     string   // results folder
	Data    string   // DataNone, DataListed or DataAll
	Listed  []string // names of datasets whose data are packed whatever their licence
	Options launch.Options
}

// packer collects what a capsule holds.
type packer struct {
	Packing
	part   folder.Part
	file   *experiment.File
	bound  *experiment.Experiment
	m      capsule.Manifest
	files  []capsule.File
	listed map[string]bool // names of datasets, those that were found
}

func (c *packer) add(name, at string, executable bool) {
	c.files = append(c.files, capsule.File{Name: name, Path: at, Executable: executable})
}

// datasetNames are those of the experiment.
func (c *packer) datasetNames() []string {
	return lists.Map(c.bound.Datasets, func(i experiment.Instance) string { return i.Name })
}
