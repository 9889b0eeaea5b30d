package columns

// Predictions is predictions.csv.gz without its columns of classes, see [OfClass]; label, score and p are
// there if some dataset has labels.
var Predictions = File{"predictions.csv.gz", "the prediction of one cell for one test row (and label)",
	joined(cell, []Field{
		integer("row", "row of the dataset, counted from 0 in the order of its file"),
		label,
		text("truth", "class of the row; of a label whether the row has it, 1 or 0"),
		text("prediction", "predicted class; of a label whether it is predicted, 1 or 0"),
		number("score", "score of the label"),
		number("p", "probability of the label; NaN if the decoder gives none"),
	})}

var label = text("label", "label of a multi-label dataset, by its name")

// OfClass are the columns of scores and probabilities of classes, in this order: those of a class that the
// dataset of a row does not have are NaN.
func OfClass(classes []string) []Field {
	var fields []Field
	for _, kind := range []struct{ prefix, doc string }{
		{"score:", "score of the class "}, {"p:", "probability of the class "},
	} {
		for _, class := range classes {
			fields = append(fields, number(kind.prefix+class, kind.doc+class))
		}
	}
	return fields
}

// Comparisons is comparisons.csv, and the CSV file in tables/ of each comparison.
var Comparisons = File{"comparisons.csv", "one outcome of one comparison: a test, a pair of methods, a rank or a mean",
	[]Field{
		text("comparison", "name of the comparison"),
		text("test", "test, post-hoc test or effect size, or `mean`, `rank`, `critical_difference`, `stability…`"),
		text("dataset", "dataset of a test on one dataset; empty over datasets"),
		text("a", "first method, learner/reduction; empty for an overall test"),
		text("b", "second method; empty for a value of one method"),
		number("statistic", "statistic of the test; of a post-hoc test z; of `stability` the "+
			"number of analyses in which a conclusion holds"),
		number("p", "p-value"),
		number("p_adjusted", "p-value adjusted for the number of comparisons"),
		number("p_left", "posterior probability that a is better"),
		number("p_rope", "posterior probability that a and b are practically equivalent"),
		number("p_right", "posterior probability that b is better"),
		number("effect", "size of the effect"),
		number("low", "lower end of the interval"),
		number("high", "upper end of the interval"),
		integer("n", "number of datasets, of folds on one dataset, or of analyses"),
	}}

// SealedComparisons is Comparisons of an experiment that was sealed.
var SealedComparisons = File{Comparisons.Name, Comparisons.Doc, joined(Comparisons.Fields, []Field{
	text("planned", "what the seal says of the comparison: `planned`, `changed` or `afterwards`"),
})}

// Confusion is the CSV file in tables/ of a confusion matrix.
var Confusion = File{"tables/*.csv", "one true and one predicted class of one combination", joined(combination, []Field{
	text("truth", "true class"),
	text("predicted", "predicted class"),
	number("count", "number of test rows over all folds and repeats; with weights of rows their sum"),
})}

// Labels is the CSV file in tables/ of labels.
var Labels = File{"tables/*.csv", "one label of one combination, over all folds and repeats", joined(combination,
	[]Field{
		label,
		integer("tp", "number of test rows that have the label and for which it is predicted"),
		integer("fp", "number of test rows without the label for which it is predicted"),
		integer("fn", "number of test rows with the label for which it is not predicted"),
		integer("tn", "number of test rows without the label for which it is not predicted"),
	})}

// Row is the first column of a comparison table, named by axes joined by slashes.
func Row(axes string) Field { return text(axes, "what the row is of: "+axes) }

// Column are the columns of a comparison table that one of its columns takes: a mean with the name, " sd",
// " n", " low" and " high" if it has intervals, and one for each mark. The marks are followed by the names of
// baselines where there are several.
func Column(name, metric string, interval bool, marks []string) []Field {
	fields := []Field{
		number(name, "mean of "+metric+" of "+name),
		number(name+" sd", "standard deviation of "+metric+" of "+name),
		integer(name+" n", "number of values that the mean is over"),
	}
	if interval {
		fields = append(fields, number(name+" low", "lower end of the 95 % interval of the mean"),
			number(name+" high", "upper end of the 95 % interval of the mean"))
	}
	for _, mark := range marks {
		fields = append(fields, text(name+mark, "`v` if "+name+" is significantly better than the baseline, `*` if it is "+
			"significantly worse, empty if there is no significant difference"))
	}
	return fields
}

// Files lists the files whose columns are known beforehand, in the order of the documents.
func Files() []File {
	return []File{Scores, Cells, Summary, Variants, Predictions, Curves, CurvePoints, Tuned, Candidates, Binary, Decoding,
		Comparisons}
}
