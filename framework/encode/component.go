package encode

import (
	"github.com/manyclass/bench/framework/contract"
)

var (
	scalings    = []string{"standard", "minmax", "maxabs", "none"}
	imputations = []string{"mean", "median", "mode"}
)

// mostBuckets bounds the features of hashing, whose names are kept.
const mostBuckets = 1 << 22

// The attributes that several types take.
var (
	numericParam = contract.Param{
		Name: "numeric", Type: "string", OneOf: scalings,
		Doc: "Scaling of numeric columns: standard (mean 0, population deviation 1; the default), minmax (to range), maxabs (to at most 1 in size) or none. For sparse data (svmlight) maxabs is the default, and standard and minmax, which would fill the zeros, are errors.",
	}
	rangeParam = contract.Param{
		Name: "range", Type: "list(number)",
		Doc: "The smallest and the largest value after minmax; [0, 1] by default.",
	}
	imputeParam = contract.Param{
		Name: "impute", Type: "string", Default: "mean", OneOf: imputations,
		Doc: "What stands for a missing number: mean, median or most frequent value of the training rows (0 where a column has none).",
	}
	indicatorParam = contract.Param{
		Name: "indicator", Type: "bool",
		Doc: "Adds a feature `col=(missing)` for each column that lacks values in training rows: 1 where the value is missing, else 0. false by default.",
	}
	columnsParam = contract.Param{
		Name: "columns", Type: "list(string)",
		Doc: "The columns that become features; the others are left out. All by default.",
	}
	pairsParam = contract.Param{
		Name: "pairs", Type: "bool",
		Doc: "Also encodes each pair of categorical columns as one column `a&b`, whose values are the pairs of values. false by default.",
	}
	rareBelowParam = contract.Param{
		Name: "rare_below", Type: "number", Integer: true, Min: contract.Bound(1),
		Doc: "Values that fewer training rows have share one group, `(rare)`. None by default.",
	}
)

// unseenParam says what a type does with values that no training row has.
func unseenParam(doc string, words ...string) contract.Param {
	return contract.Param{Name: "unseen", Type: "string", OneOf: words, Doc: doc}
}

// scaled appends the attributes about numeric columns to a type's own.
func scaled(own ...contract.Param) []contract.Param {
	return append([]contract.Param{numericParam, rangeParam, imputeParam, indicatorParam}, append(own, columnsParam)...)
}

// Components describes the encoder types of an experiment file.
func Components() []contract.Component {
	oneHotUnseen := unseenParam("What becomes of a category that no training row has: zeros in all its indicators (zeros or ignore), an error, or the group of rare ones, if there are any.", "zeros", "ignore", "error", "rare")
	oneHotUnseen.Default = "zeros"
	list := []contract.Component{
		{
			Name:   "one_hot",
			Doc:    "One indicator for each category seen in the training rows, called `col=value`, and numbers scaled; a missing category counts as the most frequent one.",
			Params: scaled(oneHotUnseen, rareBelowParam),
		},
		{
			Name: "hashing",
			Doc: "Numbers scaled, and then a fixed number of features `hash=0`, `hash=1`, … that all categorical columns share: the text `col=value` is hashed by MurmurHash3 (32 bits, seed 0, taken as a signed number h), and sign(h) is added to feature |h| mod buckets, as in scikit-learn's FeatureHasher. " +
				"Nothing is fitted to categories; a missing one adds nothing (Weinberger et al., Feature hashing for large scale multitask learning, ICML 2009).",
			Params: scaled(
				contract.Param{Name: "buckets", Type: "number", Default: float64(1024), Integer: true, Min: contract.Bound(1), Max: contract.Bound(mostBuckets), Doc: "The number of features that values are hashed to."},
				contract.Param{Name: "signed", Type: "bool", Default: true, Doc: "Whether a value adds the sign of its hash, so that collisions cancel on average; false adds 1 always."},
				pairsParam,
				unseenParam("What becomes of a category that no training row has: it is hashed like any other (ignore, the default), or an error.", "ignore", "error"),
			),
		},
		targetComponent(),
		{
			Name: "ordinal",
			Doc:  "The number of a category among those seen in the training rows, from 0, in the order of the values: numbers by value, text by bytes, ARFF as declared. A missing category counts as the most frequent one. The feature is called `col`; it is not scaled.",
			Params: scaled(
				unseenParam("What becomes of a category that no training row has: −1 (ignore, the default), or an error.", "ignore", "error"),
			),
		},
		{
			Name: "frequency",
			Doc:  "The share of training rows that have the category. A missing category is one of its own. The feature is called `col`; it is not scaled.",
			Params: scaled(
				unseenParam("What becomes of a category that no training row has: 0 (ignore, the default), or an error.", "ignore", "error"),
			),
		},
		{
			Name:   "none",
			Doc:    "The raw numbers; refuses categorical columns.",
			Params: []contract.Param{imputeParam, indicatorParam, columnsParam},
		},
		{
			Name: "compose",
			Doc:  "Joins encoders over columns: the features of the parts side by side.",
			Params: []contract.Param{{
				Name: "parts", Type: "list(any)", Required: true,
				Doc: "Objects with the type of an encoder and its attributes, for example `[{ type = \"one_hot\", columns = [\"colour\"] }, { type = \"target\", folds = 10 }]`. One part may go without columns: it takes all that no other part names. Without such a part, columns that no part names are left out.",
			}},
		},
	}
	for i := range list {
		list[i].Kind, list[i].Capabilities, list[i].Validate = contract.KindEncoder, contract.Capabilities{Deterministic: true}, validate(list[i].Name)
	}
	return list
}

func targetComponent() contract.Component {
	zero := contract.Bound(0)
	return contract.Component{
		Name: "target",
		Doc: "Counters (target statistics): for each class k a feature `col~k`, the smoothed share of the class among the training rows with the same value u, (successes_k(u) + c_k) / (count(u) + Σc), and numbers scaled. A missing category is a value of its own. Of multi-label data k counts the labels, each of which is there or not: (successes_k(u) + c_k) / (count(u) + 2c_k). " +
			"A training row's counters are counted over the other folds of the training rows, so that its own label is not in them; test rows get those of all training rows. " +
			"Metrics with on = \"train\" hence score training rows as the model saw them. Counters are not scaled. (Micci-Barreca, A preprocessing scheme for high-cardinality categorical attributes, SIGKDD Explorations 3(1), 2001.)",
		Params: scaled(
			contract.Param{Name: "folds", Type: "number", Integer: true, Min: contract.Bound(2), Doc: "The number of folds that the training rows are divided into, stratified by class (not by label), by the experiment's seed; 5 by default. At most one for each row. Under group methods of validation whole groups are divided, as evenly as can be."},
			contract.Param{Name: "leave_one_out", Type: "bool", Doc: "Counts over all training rows but the row itself, or under group methods of validation but those of its group, in place of folds. false by default."},
			contract.Param{Name: "in_sample", Type: "bool", Doc: "Counts over all training rows, the row itself included: its label leaks into its features. It is there to show what that does. false by default."},
			contract.Param{Name: "prior", Type: "any", Doc: "c_k: a number for every class or label, or an object with a number for each; 1 by default. With 0, a value that no row has gets the shares of the classes in the rows counted over."},
			contract.Param{Name: "prior_weight", Type: "number", Min: zero, Doc: "In place of prior: c_k is this times the share of class k in the rows counted over (the m-estimate)."},
			contract.Param{Name: "priors", Type: "list(any)", Doc: "Several values of prior, and so several counters, called `col~k[prior=0.1]`, or `col~k[prior #2]` for the second if it is an object."},
			contract.Param{Name: "counts", Type: "bool", Doc: "Also count(u), called `#col`, and successes_k(u), called `#col~k`. false by default."},
			contract.Param{Name: "log1p", Type: "bool", Doc: "Takes ln(1 + x) of the counts. false by default."},
			pairsParam,
			contract.Param{Name: "buckets", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(mostBuckets), Doc: "Counts over hashed values: those of a column whose hashes agree modulo buckets share their counters. The hash is that of hashing. None by default."},
			rareBelowParam,
			unseenParam("What becomes of a value that no training row has: it joins the rare ones if there are any (rare, the default with rare_below), has counters of nothing but c (ignore), or is an error.", "ignore", "error", "rare"),
		),
	}
}
