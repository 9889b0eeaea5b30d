package experiment

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/blocks"
)

// executor decodes the executor block.
func (b *binder) executor() {
	b.exp.Executor = Executor{Type: LocalExecutor}
	for _, block := range b.file.of("executor") {
		switch kind := block.Labels[0]; {
		case kind == LocalExecutor:
			b.Attributes(block, blocks.Schema{What: `executor "local"`})
		case slices.Contains(ClusterTypes(), kind):
			b.cluster(block, kind)
		default:
			b.Errorf(mistake.UnknownType, block.LabelRanges[0],
				fmt.Sprintf("There is no executor type %q", kind), "%s",
				wording.Instead(kind, ExecutorTypes(), "The executor types are"))
		}
	}
}

// cluster decodes a block whose type names a batch system.
func (b *binder) cluster(block *hclsyntax.Block, kind string) {
	e := Executor{Type: kind, Slots: 8}
	schema := blocks.Schema{What: fmt.Sprintf("executor %q", kind), Params: ExecutorParams(kind),
		Blocks: []string{"class"}}
	attrs, good := b.Attributes(block, schema)
	system := b.newSystem(&e)
	for _, attr := range attrs {
		if attr.Values[0] == nil {
			good = false // it has a mistake that was reported
			continue
		}
		good = b.clusterAttribute(&e, attr) && system.attribute(attr) && good
	}
	for _, inner := range block.Body.Blocks {
		if inner.Type == "class" {
			class, ok := b.class(inner, e)
			e.Classes = append(e.Classes, class)
			good = good && ok
		}
	}
	if good && (kind == SlurmExecutor || system.check(block)) {
		b.exp.Executor = e
		b.idleClasses()
	}
}

// clusterAttribute keeps the value of an attribute that all batch systems have, and of the
// options of sbatch.
func (b *binder) clusterAttribute(e *Executor, attr blocks.Attribute) bool {
	value, at := attr.Values[0], attr.Exprs[0]
	switch attr.Name {
	case "shared_dir":
		if value == "" {
			b.Errorf(mistake.EmptyValue, at.Range(), "The folder has no name",
				"Write the path of a folder that all nodes see.")
			return false
		}
		e.SharedDir = b.file.Files.Absolute(value.(string))
	case "local_dir":
		if e.LocalDir = value.(string); e.LocalDir != "" && !filepath.IsAbs(e.LocalDir) {
			b.Errorf(mistake.BadValue, at.Range(), "This must be an absolute path",
				`It is a folder on each node. Write for example local_dir = "/scratch/bench".`)
			return false
		}
	case "slots":
		e.Slots = int(value.(float64))
	case "throttle":
		e.Throttle = int(value.(float64))
	case "poll":
		e.Poll = int(value.(float64))
	case "detach":
		e.Detach = value.(bool)
	case "sbatch":
		e.Options = texts(value)
		return b.checkSbatch(e.Options, at)
	case "setup":
		e.Setup = texts(value)
	}
	return true
}
