package experiment

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/calibration"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/deciding"
)

// ExperimentParams are the attributes of the experiment block.
func ExperimentParams() []contract.Param {
	return []contract.Param{
		{Name: "title", Type: "string", Doc: "A line for people."},
		{Name: "seed", Type: "number", Integer: true, Min: contract.Bound(0), Max: contract.Bound(1 << 53), Default: 0.0,
			Doc: "All that is random follows from it; generated data have a seed of their own."},
		{Name: "on_incompatible", Type: "string", OneOf: []string{"error", "skip"}, Default: "error",
			Doc: "How incompatible combinations are treated: an error, or cells and values with status `skipped`."},
		{Name: "timing", Type: "string", OneOf: []string{"shared", "isolated"}, Default: "shared",
			Doc: "shared: a problem is trained once for all cells. isolated: every cell trains alone."},
		{Name: "keep_scores", Type: "bool", Default: false,
			Doc: "Stores the scores of binary models for decoders that are added later: see [cached scores](#cached-scores)."},
		{Name: "keep_inner_scores", Type: "bool", Default: false,
			Doc: "With keep_scores, keeps those on inner folds of tuning too, for candidates that are added later."},
	}
}

// LabelParams is the attribute of dataset, encoder, learner and reduction blocks that says
// what people read in place of the block's name.
func LabelParams() []contract.Param {
	return []contract.Param{{Name: contract.LabelOption, Type: "string",
		Doc: "What tables, pictures and the answer call the block, as in \"ECOC, loss-based\". " +
			"Files such as scores.csv keep its name, and no cell depends on it."}}
}

// HostParams are the attributes of every learner block that say what bench does
// with the scores of binary problems.
func HostParams() []contract.Param {
	return []contract.Param{
		{Name: "calibrate", Type: "string", OneOf: []string{calibration.SigmoidMethod, calibration.IsotonicMethod},
			Doc: "Makes scores of binary problems into log-odds, by a sigmoid or by isotonic regression."},
		{Name: "abstain", Type: "number", Min: contract.Bound(0),
			Doc: "Scores of binary problems nearer to 0 than this count as 0, an abstention."},
	}
}

// LimitParams are the attributes of every learner block that bench itself
// obeys.
func LimitParams() []contract.Param {
	return []contract.Param{
		{Name: "timeout", Type: "any",
			Doc: "Time that a cell may take: seconds, or text such as \"90s\" or \"2h\". Its status is then timeout."},
		{Name: "threads", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(4096),
			Doc: "Threads that the training of a cell may use. The default is its share of the processors."},
		{Name: "memory", Type: "any",
			Doc: "Memory that the plugin may hold: bytes, or text such as \"2GiB\". The status is then out_of_memory."},
	}
}

// ReductionParams are the attributes of every reduction block that bench obeys itself.
func ReductionParams() []contract.Param {
	columns := contract.Param{Name: blocks.ColumnsName, Type: contract.LearnersType,
		Doc: "Learners of columns, each a binary problem of the first stage, by class, sides or signs of the column, " +
			"or by label: see [a learner for each column](#a-learner-for-each-column). " +
			"The others are the cell's own learner's."}
	return append(deciding.Params(), columns)
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
			Doc: "Folder that this machine and all nodes see, relative to the experiment file. bench exchanges jobs and " +
				"results with the nodes there."},
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
