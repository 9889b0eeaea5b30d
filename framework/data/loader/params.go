package loader

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/generate"
)

// Params describes the attributes of a dataset block. Defaults are in their
// descriptions, because which apply depends on where the data come from.
func Params() []contract.Param {
	return slices.Concat(fileParams(), namedParams(), textParams(), partParams(), noiseParams(), generatedParams(),
		categoricalParams())
}

// The bounds of several attributes.
var (
	fromZero, fromOne = contract.Bound(0), contract.Bound(1)
	whole             = contract.Bound(1 << 53) // beyond it, not every whole number is a float64
	generated         = contract.Bound(generate.MaxGenerated)
)

// fileParams say where the rows are and what the columns are used for.
func fileParams() []contract.Param {
	return []contract.Param{
		{Name: "file", Type: contract.PathType, Doc: "Data file, relative to the experiment file; may be compressed (.gz, " +
			".bz2)."},
		{Name: "test_file", Type: contract.PathType, Doc: "Second file with the same columns, whose rows are the test part."},
		{Name: "format", Type: "string", OneOf: formats.Names(),
			Doc: "Format of the files; by default guessed by extension (" + formats.Extensions() + "), csv if unknown."},
		{Name: "header", Type: "bool", Doc: "Whether the first line names the columns (" + formats.Taking("header") +
			"); true by default, false where columns is given."},
		{Name: "delimiter", Type: "string", Doc: "The character between fields (" + formats.Taking("delimiter") +
			"); a comma or a tab by default."},
		{Name: "columns", Type: "list(string)",
			Doc: "Names of the columns of a file without a header (else \"0\", \"1\", …)."},
		{Name: "target", Type: "any", Doc: "Name of the column that holds the class; by default the last attribute (arff) " +
			"or the label (svmlight). A list of names makes the data multi-label: each column says by 0 or 1 (or false/true, " +
			"no/yes, f/t, n/y) whether a row has the label; of svmlight, the numbers of all labels, by default those that " +
			"occur if a row has several. An ARFF file whose relation name holds Meka's -C n has its first n attributes as " +
			"labels, or for -n its last n."},
		{Name: "labels_xml", Type: contract.PathType, Doc: "XML file of Mulan that names the label columns, instead of " +
			"target, relative to the experiment file. Labels within labels count like all others; all are in the order of " +
			"their columns."},
	}
}

// namedParams say by what name rows are found that bench fetch downloads.
func namedParams() []contract.Param {
	return []contract.Param{
		{Name: "url", Type: "string", Doc: "Address of a file, or of an archive with it: https, or http on this machine."},
		{Name: "member", Type: "string", Doc: "Path of the file in the archive at url (.zip, .tar, .tar.gz); needed if the " +
			"archive holds several files."},
		{Name: "openml", Type: "any", Doc: "Dataset of OpenML by its number, openml = 61, or its name, openml = \"iris\". " +
			"Its features say which column is the target and which are left out; attributes of the block come first."},
		{Name: "version", Type: "number", Integer: true, Min: fromOne, Max: whole, Doc: "Version of the dataset that " +
			"openml names; needed where OpenML has several."},
		{Name: "openml_task", Type: "number", Integer: true, Min: fromOne, Max: whole, Doc: "Task of OpenML by its " +
			"number: a dataset with a target and folds. Without a validation block in the dataset, these folds are used."},
		{Name: "huggingface", Type: "string", Doc: "Dataset of the Hugging Face Hub, \"organisation/name\": its Parquet " +
			"files."},
		{Name: "config", Type: "string", Doc: "Configuration of the dataset that huggingface names; needed if there are " +
			"several. Its split is named by the attribute split."},
		{Name: "revision", Type: "string", Doc: "Commit of the Hub's Parquet files; by default the newest, which is locked."},
		{Name: "uci", Type: "number", Integer: true, Min: fromOne, Max: whole, Doc: "Dataset of the UCI Machine Learning " +
			"Repository by its number."},
		{Name: "croissant", Type: "string", Doc: "Path or address of a Croissant description (JSON-LD), version 1.0 or " +
			"1.1. Its label is the target; a path starts at the folder of the experiment file."},
		{Name: "record_set", Type: "string", Doc: "Record set of the Croissant description; needed if there are several."},
		{Name: "datapackage", Type: "string", Doc: "Path or address of the datapackage.json of a Data Package, version 1 " +
			"or 2; a path starts at the folder of the experiment file. target is needed."},
		{Name: "resource", Type: "string", Doc: "Resource of the Data Package; needed if there are several."},
	}
}

// textParams say how columns and texts are read.
func textParams() []contract.Param {
	return []contract.Param{
		{Name: "drop", Type: "list(string)", Doc: "Names of columns to leave out."},
		{Name: "types", Type: "map(string)", Doc: "Kind of single columns: \"categorical\" (text as it is; also makes " +
			"a string attribute of arff a feature) or \"numeric\" (anything else is an error)."},
		{Name: "missing", Type: "list(string)", Doc: "Texts that mean a missing value; [\"?\", \"\"] by default."},
		{Name: "skip_lines", Type: "number", Integer: true, Min: fromZero, Max: whole,
			Doc: "Number of lines before the header or first row (" + formats.Taking("skip_lines") + "); 0 by default."},
		{Name: "decimal", Type: "string", Doc: "The sign before the fraction of a number (" + formats.Taking("decimal") +
			"), as in decimal = \",\"; a point by default."},
		{Name: "thousands", Type: "string", Doc: "The sign between groups of digits of a number (" +
			formats.Taking("thousands") + "), as in thousands = \".\"; none by default."},
		{Name: "encoding", Type: "string", Doc: "How the text of the files is encoded, as in encoding = \"latin1\": a " +
			"name of IANA's or one that Python knows, such as utf-16, windows-1252 or shift_jis; utf-8 by default."},
		{Name: "memory", Type: "any", Doc: "What the table may take up, in memory or in temporary files: bytes, or text " +
			"such as \"500MB\" or \"8GiB\"; \"2GiB\" by default. A file that holds more is an error, before it fills memory " +
			"or disk."},
	}
}

// partParams say how rows are divided, and what their classes are.
func partParams() []contract.Param {
	return []contract.Param{
		{Name: "split", Type: "string", Doc: "Name of a column that holds train or test."},
		{Name: "fold", Type: "string", Doc: "Name of a column that holds the fold in which a row is tested."},
		{Name: "group", Type: "string", Doc: "Name of a column whose values say which rows belong together: no group is " +
			"divided by group methods of validation."},
		{Name: "weights", Type: "string", Doc: "Name of a column of row weights, numbers above 0: learners train with " +
			"them, and metrics and encoders with sample_weight = true count rows by them."},
		{Name: "rows", Type: "number", Integer: true, Min: fromOne, Max: whole,
			Doc: "Reads only the first rows of each file; for generate the number of rows, 100 by default."},
		{Name: "test_rows", Type: "number", Integer: true, Min: fromOne, Max: whole,
			Doc: "Number of rows at the end of the file that are the test part."},
		{Name: "split_file", Type: contract.PathType, Doc: "File that names the folds of method = \"predefined\": " +
			"a line `row,repeat,fold,part` for each row of each fold; see [split files](#split-files)."},
		{Name: "rare", Type: "any", Doc: "How to treat classes with few rows, before anything else: rare = { below = " +
			"3, as = \"drop\" } leaves the rows of classes with fewer than 3 rows out of training and testing, as = " +
			"\"other\" joins these classes to one called other, the last of all."},
		cost.Param("What predictions cost, for the metric cost and for reductions with predict = \"cost\" or class_weight " +
			"= \"cost\": a row for each true class and in it a number for each predicted class, both in class order, " +
			"costs = [[0, 1], [5, 0]], or by the names of the true and then the predicted class, costs = { sick = { healthy " +
			"= 5 } }, where a mistake that is not named costs 1 and being right 0."),
		{Name: "discretize", Type: "any", Doc: "Makes classes of a numeric target: discretize = { target = \"price\", " +
			"thresholds = [10, 20] } has the classes <=10, (10,20] and >20; quantiles = 4 in place of thresholds takes three " +
			"that divide all rows of the dataset into classes of about as many. Without target the block's target is meant. " +
			"Classes without rows are left out. The encoders target and quantile can count over the numbers."},
		{Name: "sha256", Type: "string", Doc: "SHA-256 of the file as stored, in hex; another is an error."},
	}
}

// noiseParams say what is wrong with training rows on purpose.
func noiseParams() []contract.Param {
	return []contract.Param{
		{Name: "label_noise", Type: "any", Doc: "Gives training rows wrong classes: label_noise = { rate = 0.2 } gives " +
			"each another class with probability 0.2, all equally likely (kind = \"uniform\", symmetric noise), or the " +
			"next in class order, after the last the first (kind = \"pairs\"). Test rows keep their classes; inner folds, " +
			"encoders and metrics on training rows see those of training. The seed is that of the experiment, or seed = 1."},
	}
}

// generatedParams are about data that bench makes.
func generatedParams() []contract.Param {
	return []contract.Param{
		{Name: "generate", Type: "string", OneOf: generate.Names(), Doc: "Makes data. blobs: round Gaussian clusters, one " +
			"a class. In a plane: collinear, clusters at (4k, 4k); circles, rings of radius k + 1 around the origin; moons, " +
			"two interleaved half circles; k counts classes from 0. categorical: columns of named values, some of which tell " +
			"of the class (features, pairs), some not (noise). multilabel: labels of which every third depends on the two " +
			"before it."},
		{Name: "classes", Type: "number", Integer: true, Min: contract.Bound(2), Max: generated,
			Doc: "Number of generated classes; 3 by default, 2 for circles and moons."},
		{Name: "counts", Type: "list(number)", Integer: true, Min: fromOne, Max: generated,
			Doc: "Number of rows of each generated class, instead of classes and rows; by default as even as can be."},
		{Name: "features", Type: "number", Integer: true, Min: fromOne, Max: generated, Doc: "Number of features of blobs; " +
			"of categorical, of columns x0, x1, … each of which tells of the class by itself; of multilabel, of columns that " +
			"tell of the labels; 2 by default, 4 for multilabel, none where pairs is given."},
		{Name: "spread", Type: "number", Min: fromZero, Doc: "Standard deviation of the Gaussian noise of generated data, " +
			"in every direction; 1 by default, 0.1 for circles and moons. Of multilabel, of the noise on what decides about a " +
			"label, which has the deviation 1 without; 0.5 by default."},
		{Name: "centers", Type: "list(list(number))", Doc: "One center per class of blobs; by default drawn uniformly " +
			"from [-10, 10] in every coordinate."},
	}
}

// categoricalParams are about made data of categories and of labels.
func categoricalParams() []contract.Param {
	return []contract.Param{
		{Name: "levels", Type: "number", Integer: true, Min: contract.Bound(2), Max: generated,
			Doc: "Number of values that each categorical column can take, at least one for each class; 20 by default."},
		{Name: "pairs", Type: "number", Integer: true, Min: fromZero, Max: generated, Doc: "Number of pairs of categorical " +
			"columns a0, b0, a1, b1, … of which a single one tells nothing of the class, but both together do; 0 by default."},
		{Name: "noise", Type: "number", Integer: true, Min: fromZero, Max: generated, Doc: "Number of columns noise0, " +
			"noise1, … of categorical and multilabel data that tell nothing of the class or the labels; 0 by default."},
		{Name: "purity", Type: "number", Min: fromZero, Max: fromOne, Doc: "Each value of a categorical column belongs to " +
			"a class. This is the probability that a value is drawn from those of the row's class and not from all; 0 makes " +
			"noise of every column; 0.5 by default."},
		{Name: "skew", Type: "number", Min: fromZero, Doc: "How unevenly the values of a categorical column are drawn, be " +
			"it from those of a class or from all: the j-th most frequent with a probability in proportion to 1/j^skew; 0, " +
			"the default, is evenly."},
		{Name: "labels", Type: "number", Integer: true, Min: fromOne, Max: generated,
			Doc: "Number of labels of multilabel data; 6 by default."},
		{Name: "cardinality", Type: "number", Above: fromZero, Doc: "Number of labels that a row of multilabel data has on " +
			"average; a quarter of the labels by default."},
		{Name: "seed", Type: "number", Integer: true, Min: fromZero, Max: whole,
			Doc: "Seed of generated data, apart from the experiment's; 0 by default."},
	}
}
