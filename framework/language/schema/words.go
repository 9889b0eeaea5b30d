package schema

import (
	"github.com/manyclass/bench/framework/contract"
)

// These are attributes of blocks that no component describes.
var (
	benchParams = []contract.Param{
		{Name: "required_version", Type: "string",
			Doc: "The versions of bench that the file is for, such as \">= 0.1, < 2\"."},
		{Name: "start_timeout", Type: "any", Doc: "Time that a plugin may take to start: seconds, or text such as \"90s\"."},
		{Name: "plan_timeout", Type: "any",
			Doc: "Time that a reduction may take for its code: seconds, or text such as \"90s\"."},
		{Name: "pass_env", Type: "list(string)", Doc: "Variables of the environment that plugins get as bench has them."},
		{Name: "plugin_index", Type: "string",
			Doc: "Path or address of an index, which says where plugins are that have a name."},
		{Name: "plugin_index_key", Type: "string", Doc: "The key by which the index is signed."},
		{Name: "plugin_mirror", Type: "string", Doc: "Folder or address with copies of the archives of plugins."},
	}
	variableParams = []contract.Param{
		{Name: "default", Type: "any", Doc: "The value unless -var gives another one."},
		{Name: "type", Type: "any", Doc: "The type: number, string, bool, or a list or map of one of these."},
		{Name: "description", Type: "string", Doc: "A line for people."},
	}
	suiteParams = []contract.Param{
		{Name: "openml_suite", Type: "any", Doc: "Number or name of a suite of OpenML: a dataset for each of its tasks."},
	}
	gridParams = []contract.Param{
		{Name: "datasets", Type: "any", Doc: "References to dataset blocks, [dataset.NAME]; by default all."},
		{Name: "encoders", Type: "any", Doc: "References to encoder blocks, [encoder.NAME]; by default all."},
		{Name: "learners", Type: "any", Doc: "References to learner blocks, [learner.NAME]; by default all."},
		{Name: "reductions", Type: "any", Doc: "References to reduction blocks, [reduction.NAME]; by default all."},
	}
	metricName = contract.Param{Name: "name", Type: "string", Doc: "What tables and files call the metric."}
)

// Docs says what each type of block is for.
var Docs = map[string]string{
	"experiment":       "Title, seed, and how incompatible combinations and times are treated.",
	"bench":            "The version of bench that the file needs, and plugins other than the shipped ones.",
	"variable":         "A value that -var name=value can set; expressions refer to it by var.NAME.",
	"locals":           "Named values; expressions refer to them by local.NAME.",
	"dataset":          "A file of rows, data by name, or generated data.",
	"suite":            "A dataset for each task of a collection.",
	"encoder":          "How columns become features.",
	"learner":          "The algorithm that trains models.",
	"reduction":        "The binary problems of a task with many classes or labels, and the decoder.",
	"validation":       "How rows are divided into training and test rows.",
	"metric":           "What is measured.",
	"grid":             "Which combinations are run; without a grid block, all.",
	"table":            "The rows and columns of a table of results.",
	"comparison":       "Significance tests between methods.",
	"curve":            "A metric drawn over a numeric parameter.",
	"executor":         "Where the cells are computed.",
	"classes":          "How the classes of a dataset are related: a tree with them as its leaves.",
	"tune":             "Parameters that are chosen on inner folds of the training rows, and the values to try.",
	"halving":          "Many candidates are tried with few rows, and the best of them with more.",
	"conformal":        "Prediction sets: classes among which the true one is as often as is asked for.",
	"class":            "Options of the cluster for some of the cells.",
	"required_plugins": "Plugins of others, by name: NAME = { source = \"…\" }.",
}
