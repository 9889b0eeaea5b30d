package experiment

import (
	"github.com/manyclass/bench/framework/base/lists"
)

// blockType is a kind of top-level block.
type blockType struct {
	name   string
	labels []string
	spare  int // labels more that there may be
	once   bool
}

// blockTypes are the blocks of an experiment file.
var blockTypes = []blockType{
	{name: "experiment", labels: []string{"name"}, once: true},
	{name: "bench", once: true},
	{name: "variable", labels: []string{"name"}},
	{name: "locals"},
	{name: "dataset", labels: []string{"name"}},
	{name: "suite", labels: []string{"name"}},
	{name: "encoder", labels: []string{"type", "name"}},
	{name: "learner", labels: []string{"type", "name"}},
	{name: "reduction", labels: []string{"type", "name"}},
	{name: "validation", once: true},
	{name: "metric", labels: []string{"type"}, spare: 1},
	{name: "grid", labels: []string{"name"}},
	{name: "table", labels: []string{"name"}},
	{name: "comparison", labels: []string{"name"}},
	{name: "curve", labels: []string{"name"}},
	{name: "executor", labels: []string{"type"}, once: true},
}

// LabelsOf says what the labels of a type of block are, of one that can be at the top of a file.
func LabelsOf(blockType string) (labels []string, known bool) {
	for _, t := range blockTypes {
		if t.name == blockType {
			return t.labels, true
		}
	}
	return nil, false
}

// BlockNames are the types of the blocks of a file.
func BlockNames() []string {
	return lists.Map(blockTypes, func(t blockType) string { return t.name })
}
