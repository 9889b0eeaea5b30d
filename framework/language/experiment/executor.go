package experiment

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/results/plan"
)

// Executor says where the cells are run. It does not change what they are: results of
// one executor are those of any other.
type Executor struct {
	Type string // LocalExecutor, or a batch system; only the latter has what follows

	SharedDir string   // folder that all nodes see, absolute
	LocalDir  string   // folder of each node, absolute; "" is chosen on the node
	Slots     int      // that a wave has at most, at least 1
	Throttle  int      // slots of an array that may run at the same time, 0 for all
	Detach    bool     // bench run hands over and returns
	Poll      int      // seconds between two questions about a wave; 0 leaves it to bench
	Options   []string // for the program that submits jobs
	Setup     []string // lines of the shell that come before bench on a node
	Classes   []ResourceClass
	// Batch is how one speaks with a batch system other than Slurm.
	Batch batchsystem.Settings
}

// ResourceClass is what some cells ask of the batch system.
type ResourceClass struct {
	Name string
	// Match holds the names of blocks or variants by kind: dataset, encoder, learner
	// or reduction. A cell belongs to the class if one name of each kind is its own.
	Match   map[string][]string
	Options []string // after those of the executor
	Asks    batchsystem.Resources
}

// The types of executors.
const (
	LocalExecutor = "local"
	SlurmExecutor = "slurm"
	BatchExecutor = "batch" // any batch system, which the block describes
)

// ClusterTypes are the types of executors that hand cells over to a batch system.
func ClusterTypes() []string {
	return append([]string{SlurmExecutor, BatchExecutor}, batchsystem.Presets()...)
}

// ExecutorTypes are all types of executors.
func ExecutorTypes() []string { return append([]string{LocalExecutor}, ClusterTypes()...) }

// Cluster reports whether a batch system runs the cells.
func (e Executor) Cluster() bool { return slices.Contains(ClusterTypes(), e.Type) }

// Arrays reports whether the slots of a class are one job.
func (e Executor) Arrays() bool { return e.Type == SlurmExecutor || e.Batch.Array != "" }

// System is what people call the batch system.
func (e Executor) System() string {
	if e.Type == SlurmExecutor {
		return "Slurm"
	}
	return batchsystem.Title(e.Type)
}

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
