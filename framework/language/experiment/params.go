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
