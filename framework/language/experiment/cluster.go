package experiment

import (
	"fmt"
	"path/filepath"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/blocks"
)

// executor decodes the executor block.
func (b *binder) executor() {
	b.exp.Executor = Executor{Type: LocalExecutor}
	for _, block := range b.file.of("executor") {
		switch kind := block.Labels[0]; kind {
		case LocalExecutor:
			b.Attributes(block, blocks.Schema{What: `executor "local"`})
		case SlurmExecutor:
			b.slurm(block)
		default:
			b.Errorf(mistake.UnknownType, block.LabelRanges[0],
				fmt.Sprintf("There is no executor type %q", kind), "%s",
				wording.Instead(kind, []string{LocalExecutor, SlurmExecutor}, "The executor types are"))
		}
	}
}

// slurm decodes a block executor "slurm".
func (b *binder) slurm(block *hclsyntax.Block) {
	e := Executor{Type: SlurmExecutor, Slots: 8}
	schema := blocks.Schema{What: `executor "slurm"`, Params: SlurmParams(), Blocks: []string{"class"}}
	attrs, good := b.Attributes(block, schema)
	for _, attr := range attrs {
		good = b.slurmAttribute(&e, attr) && good
	}
	for _, inner := range block.Body.Blocks {
		if inner.Type == "class" {
			class, ok := b.class(inner, e.Classes)
			e.Classes = append(e.Classes, class)
			good = good && ok
		}
	}
	if good {
		b.exp.Executor = e
		b.idleClasses()
	}
}

// slurmAttribute keeps the value of one attribute.
func (b *binder) slurmAttribute(e *Executor, attr blocks.Attribute) bool {
	value, at := attr.Values[0], attr.Exprs[0]
	if value == nil {
		return false // it has a mistake that was reported
	}
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
		e.Sbatch = texts(value)
		return b.checkSbatch(e.Sbatch, at)
	case "setup":
		e.Setup = texts(value)
	}
	return true
}
