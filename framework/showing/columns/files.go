package columns

// combination are the columns that name a combination.
var combination = []Field{
	text("dataset", "dataset, as the experiment file calls it; with `train_sizes` the part of the training rows "+
		"follows in brackets, as in `glass[train_size=0.1]`"),
	text("encoder", "encoder, as the experiment file calls it"),
	text("learner", "learner, as the experiment file calls it, with the variant in brackets, as in `path[C=0.1]`"),
	text("reduction", "reduction, as the experiment file calls it, with the variant in brackets"),
}

// cell are the columns that name a cell: a combination on one fold.
var cell = joined(combination, []Field{
	integer("repeat", "repeat of the validation, counted from 0"),
	integer("fold", "fold of the repeat, counted from 0"),
})

// spread are the columns of a mean.
func spread(of string) []Field {
	return []Field{
		number("mean", "mean over "+of),
		number("sd", "standard deviation over "+of+", with divisor n − 1"),
		integer("n", "number of values that mean and standard deviation are over"),
	}
}

const metricDoc = "metric, as the experiment file calls it"

// Scores is scores.csv.
var Scores = File{"scores.csv", "the value of one metric for one cell", joined(cell, []Field{
	text("metric", metricDoc),
	number("value", "value of the metric; NaN if there is none"),
	text("status", "`ok`, `undefined`, `failed`, `timeout`, `out_of_memory` or `skipped`"),
})}

// Cells is cells.csv without its last columns, see [Parameter].
var Cells = File{"cells.csv", "one cell that was run or skipped", joined(cell, []Field{
	text("status", "`ok`, `failed`, `timeout`, `out_of_memory` or `skipped`"),
	text("error", "why the cell has no result"),
	integer("train_rows", "number of training rows"),
	integer("test_rows", "number of test rows"),
	integer("binary_problems", "number of problems whose models the cell uses"),
	number("train_seconds", "elapsed time of training, as the plugin measures it").in("s"),
	number("cpu_seconds", "processor time of training: of all threads of the learner's process, and of its child "+
		"processes, which are measured after calls of at least 20 ms").in("s"),
	number("predict_seconds", "elapsed time of scoring the test rows, as the plugin measures it").in("s"),
	integer("peak_rss_bytes", "the largest resident size of the learner's process, with those of its child processes: "+
		"with `timing = \"isolated\"` while the cell was trained and scored, else in the life of a process that trains "+
		"for several cells").in("B"),
	number("model_bytes", "sum of the sizes of the cell's models: in Go the memory that a model refers to, in Python its "+
		"pickle, in R and Java its serialized form; training rows that several models share (neighbours, kernels) count "+
		"for each model").in("B"),
	number("energy_joules", "with `timing = \"isolated\"`, the energy that all processor packages of the machine used "+
		"while the cell was trained, including all other processes: the counters `intel-rapl` of `/sys/class/powercap`, "+
		"if bench may read them").in("J"),
	number("objective", "sum of the training objectives of the cell's problems, where the learner has one"),
	integer("unconverged", "number of trainings that ended before they reached their tolerance"),
	text("ended", "why trainings ended, with their number: `tolerance`, `max_iter`, `stalled` (no further progress) or "+
		"`no_minimum`"),
	integer("constant", "number of problems with constant models, because their training rows lack one side"),
	integer("uncalibrated", "number of problems with too few rows to calibrate; class probabilities count as one"),
})}

// Parameter is a last column of cells.csv: a parameter in which variants of a block differ.
func Parameter(name string) Field {
	return text("param:"+name, "value of "+name+", as in `variants.csv`; empty if the combination does not have the "+
		"parameter or chooses it by tuning")
}

// Summary is summary.csv.
var Summary = File{"summary.csv", "the mean of one metric for one combination", joined(combination,
	[]Field{text("metric", metricDoc)}, spread("folds and repeats; over repeats if the metric is pooled over folds"),
	[]Field{integer("undefined", "number of values that are not defined and left out")})}

// Variants is variants.csv.
var Variants = File{"variants.csv", "one parameter of one variant", []Field{
	text("kind", "`dataset`, `encoder`, `learner`, `reduction` or `validation`"),
	text("name", "name of the variant in the other files"),
	text("parameter", "name of the parameter"),
	text("value", "value of the parameter; lists and objects are JSON"),
}}

// Curves is curves.csv.
var Curves = File{"curves.csv", "the mean of one metric for one combination and size of the training part",
	joined(combination, []Field{
		text("metric", metricDoc),
		number("train_size", "share of the training rows, from 0 to 1"),
		number("train_rows", "number of training rows, a mean over folds"),
	}, spread("folds"))}

// CurvePoints is curve_points.csv.
var CurvePoints = File{"curve_points.csv", "one point of a curve that the experiment asks for",
	joined([]Field{text("curve", "name of the curve block")}, combination, []Field{
		text("metric", metricDoc),
		text("parameter", "parameter that varies along the curve"),
		number("x", "value of the parameter"),
	}, spread("folds"))}

// Tuned is tuned.csv.
var Tuned = File{"tuned.csv", "what one cell chose for one tuned parameter", joined(cell, []Field{
	text("parameter", "name of the parameter; those of encoders and reductions are called `encoder.NAME` and "+
		"`reduction.NAME`"),
	text("value", "chosen value; lists and objects are JSON"),
})}

// Candidates is candidates.csv.
var Candidates = File{"candidates.csv", "one candidate of one tuned cell in one round", joined(cell, []Field{
	integer("candidate", "number of the candidate, from 1"),
	text("values", "values of the tuned parameters"),
	integer("round", "round of `halving`, from 1"),
	integer("rows", "number of training rows of the fold that the round uses"),
	text("metric", "metric by which candidates are chosen"),
	number("mean", "mean of the metric over the inner folds"),
	text("status", "`chosen`, `not_chosen`, `kept` for the next round, `dropped` after this one, or `failed`"),
})}

// Binary is binary.csv.
var Binary = File{"binary.csv", "one binary model of one cell, on the test rows", joined(cell, []Field{
	integer("column", "number of the code column, from 0"),
	text("problem", "code column of the model: `+`, `-` or `0` for each class, in the order of the manifest"),
	integer("rows", "number of test rows with which the model is concerned"),
	integer("errors", "number of these rows on which the model is wrong"),
	integer("corrected", "number of rows on which the model is wrong but the prediction is correct"),
	integer("spoiled", "number of rows on which the model is right but the prediction is wrong"),
	text("trained_by", "learner of the model, the cell's own unless the reduction names another"),
})}

// Decoding is decoding.csv.
var Decoding = File{"decoding.csv", "one cell with binary models, on the test rows", joined(cell, []Field{
	integer("rows", "number of test rows"),
	integer("wrong", "number of rows on which at least one concerned model is wrong"),
	integer("corrected", "number of these rows that are predicted correctly"),
	integer("spoiled", "number of rows that are predicted wrongly although every model is right"),
	number("silent", "number of rows on which no model has a score above 0; NaN unless each class has a model of its own"),
	number("several", "number of rows on which more than one model has a score above 0; NaN unless each class has a "+
		"model of its own"),
})}
