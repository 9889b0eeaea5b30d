package experiment

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/wording"
)

// Executor says where the cells are run. It is no part of what they are: results of
// one executor are those of any other.
type Executor struct {
	Type string // LocalExecutor or SlurmExecutor; only the latter has what follows

	SharedDir string // folder that all nodes see, absolute
	LocalDir  string // folder of each node, absolute; "" is chosen on the node
	Slots     int    // that a wave has at most, at least 1
	Throttle  int    // slots of an array that may run at the same time, 0 for all
	Detach    bool   // bench run hands over and returns
	Poll      int    // seconds between two questions about a wave; 0 leaves it to bench
	Sbatch    []string
	Setup     []string // lines of the shell that come before bench on a node
	Classes   []ResourceClass
}

// ResourceClass is what some cells ask of the batch system.
type ResourceClass struct {
	Name string
	// Match holds the names of blocks or variants by kind: dataset, encoder, learner
	// or reduction. A cell belongs to the class if one name of each kind is its own.
	Match  map[string][]string
	Sbatch []string // after those of the executor
}

// The types of executors.
const (
	LocalExecutor = "local"
	SlurmExecutor = "slurm"
)

// DefaultClass is the class of cells that no class block matches.
const DefaultClass = "default"

// ClassOf is the name of the class of a cell: the first that matches it, or
// DefaultClass.
func (e Executor) ClassOf(c plan.Cell) string {
	for _, class := range e.Classes {
		if class.matches(c) {
			return class.Name
		}
	}
	return DefaultClass
}

func (r ResourceClass) matches(c plan.Cell) bool {
	for kind, names := range r.Match {
		name := c.Called(contract.Kind(kind))
		block, _, _ := strings.Cut(name, "[")
		if !slices.Contains(names, name) && !slices.Contains(names, block) {
			return false
		}
	}
	return true
}

// sbatchParam are options of sbatch, of an executor or a class.
func sbatchParam(doc string) contract.Param {
	return contract.Param{Name: "sbatch", Type: "list(string)", Doc: doc}
}

// SlurmParams are the attributes of a block executor "slurm"; an executor "local" has
// none.
func SlurmParams() []contract.Param {
	return []contract.Param{
		{Name: "shared_dir", Type: "string", Required: true,
			Doc: "Folder that this machine and all nodes see, relative to the experiment file. Jobs hand over and keep " +
				"results there."},
		{Name: "local_dir", Type: "string",
			Doc: "Folder on a disk of each node, an absolute path: data and plugins are copied there once. By default a node " +
				"chooses it."},
		{Name: "slots", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(1e6), Default: 8.0,
			Doc: "How many tasks run cells side by side, at most."},
		{Name: "throttle", Type: "number", Integer: true, Min: contract.Bound(0), Max: contract.Bound(1e6), Default: 0.0,
			Doc: "How many tasks of an array may run at the same time; 0 for all."},
		{Name: "detach", Type: "bool", Default: false, Doc: "bench run hands the cells over and does not wait for them."},
		{Name: "poll", Type: "number", Integer: true, Min: contract.Bound(2), Max: contract.Bound(3600),
			Doc: "Seconds between two calls of squeue, or more. By default 2 at first, later up to 30."},
		sbatchParam("Options of sbatch for all cells, each as on a command line: `[\"--partition=cpu\"]`."),
		{Name: "setup", Type: "list(string)",
			Doc: "Lines of the shell that a node runs before bench: `[\"module load python\"]`."},
	}
}

// ClassParams are the attributes of a class block within an executor block.
func ClassParams() []contract.Param {
	return []contract.Param{
		{Name: "match", Type: "map(list(string))", Required: true,
			Doc: "The cells it is for: lists of names by kind (dataset, encoder, learner, reduction). A block's name means " +
				"all its variants."},
		sbatchParam("Options of sbatch for these cells, after those of the executor."),
	}
}

// executor decodes the executor block.
func (b *binder) executor() {
	b.exp.Executor = Executor{Type: LocalExecutor}
	for _, block := range b.file.of("executor") {
		switch kind := block.Labels[0]; kind {
		case LocalExecutor:
			b.attributes(block, schema{what: `executor "local"`})
		case SlurmExecutor:
			b.slurm(block)
		default:
			b.Errorf(block.LabelRanges[0], fmt.Sprintf("There is no executor type %q", kind), "%s",
				wording.Instead(kind, []string{LocalExecutor, SlurmExecutor}, "The executor types are"))
		}
	}
}

// slurm decodes a block executor "slurm".
func (b *binder) slurm(block *hclsyntax.Block) {
	e := Executor{Type: SlurmExecutor, Slots: 8}
	attrs, good := b.attributes(block, schema{what: `executor "slurm"`, params: SlurmParams(), blocks: []string{"class"}})
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
func (b *binder) slurmAttribute(e *Executor, attr attribute) bool {
	value, at := attr.values[0], attr.exprs[0]
	if value == nil {
		return false // it has a mistake that was reported
	}
	switch attr.name {
	case "shared_dir":
		if value == "" {
			b.Errorf(at.Range(), "The folder has no name", "Write the path of a folder that all nodes see.")
			return false
		}
		e.SharedDir = b.file.Absolute(value.(string))
	case "local_dir":
		if e.LocalDir = value.(string); e.LocalDir != "" && !filepath.IsAbs(e.LocalDir) {
			b.Errorf(at.Range(), "This must be an absolute path",
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

// texts are the elements of a decoded list, without those that have mistakes.
func texts(value any) []string {
	list, _ := value.([]any)
	var all []string
	for _, element := range list {
		if text, ok := element.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

// checkSbatch asks the catalog whether options can be passed on.
func (b *binder) checkSbatch(options []string, at hclsyntax.Expression) bool {
	if b.catalog.CheckSbatch == nil {
		return true
	}
	if err := b.catalog.CheckSbatch(options); err != nil {
		b.Errorf(at.Range(), "These options cannot be used", "%s.", wording.Capital(strings.TrimSuffix(err.Error(), ".")))
		return false
	}
	return true
}
