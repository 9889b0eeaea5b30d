package encode

import "github.com/manyclass/bench/framework/contract"

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
		Doc: "Scaling of numeric columns: standard (mean 0, population deviation 1; the default), minmax (to range), " +
			"maxabs (to at most 1 in size) or none. For sparse data (svmlight) maxabs is the default, and standard and " +
			"minmax, which would fill the zeros, are errors.",
	}
	rangeParam = contract.Param{
		Name: "range", Type: "list(number)",
		Doc: "The smallest and the largest value after minmax; [0, 1] by default.",
	}
	imputeParam = contract.Param{
		Name: "impute", Type: "string", Default: "mean", OneOf: imputations,
		Doc: "What replaces a missing number: the mean, the median or the most frequent value (mode) of the training rows, " +
			"and 0 where a column has none.",
	}
	indicatorParam = contract.Param{
		Name: "indicator", Type: "bool",
		Doc: "Adds a feature `col=(missing)` for each column with missing values in training rows: 1 where the value is " +
			"missing, else 0. false by default.",
	}
	columnsParam = contract.Param{
		Name: "columns", Type: "list(string)",
		Doc: "The columns that become features; the others are left out. All by default.",
	}
	pairsParam = contract.Param{
		Name: "pairs", Type: "bool",
		Doc: "Also encodes each pair of categorical columns as one column `a&b`, whose values are the pairs of values. " +
			"false by default.",
	}
	rareBelowParam = contract.Param{
		Name: "rare_below", Type: "number", Integer: true, Min: contract.Bound(1),
		Doc: "Values that fewer training rows have are joined to one group, `(rare)`. None by default.",
	}
)

// unseenParam says what a type does with values that no training row has.
func unseenParam(doc string, words ...string) contract.Param {
	doc = "How to encode a value that no training row has: " + doc
	return contract.Param{Name: "unseen", Type: "string", OneOf: words, Doc: doc}
}

// scaled appends the attributes about numeric columns to a type's own.
func scaled(own ...contract.Param) []contract.Param {
	return append([]contract.Param{numericParam, rangeParam, imputeParam, indicatorParam}, append(own, columnsParam)...)
}
