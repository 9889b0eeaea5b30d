package encode

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

var (
	scalings    = []string{"standard", "minmax", "maxabs", "none"}
	imputations = []string{"mean", "median", "mode"}
	unseens     = []string{"zeros", "error"}
)

// Components describes the encoder types of an experiment file.
func Components() []contract.Component {
	impute := contract.Param{
		Name: "impute", Type: "string", Default: "mean", OneOf: imputations,
		Doc: "What stands for a missing number: mean, median or most frequent value of the training rows (0 where a column has none).",
	}
	return []contract.Component{
		{
			Kind: contract.KindEncoder, Name: "one_hot",
			Doc: "One indicator for each category seen in the training rows, and numbers scaled; a missing category counts as the most frequent one.",
			Params: []contract.Param{
				{Name: "numeric", Type: "string", OneOf: scalings,
					Doc: "Scaling of numeric columns: standard (mean 0, population deviation 1; the default), minmax (to range), maxabs (to at most 1 in size) or none. For sparse data (svmlight) maxabs is the default, and standard and minmax, which would fill the zeros, are errors."},
				{Name: "range", Type: "list(number)",
					Doc: "The smallest and the largest value after minmax; [0, 1] by default."},
				impute,
				{Name: "unseen", Type: "string", Default: "zeros", OneOf: unseens,
					Doc: "What becomes of a category that no training row has: zeros in all its indicators, or an error."},
			},
			Capabilities: contract.Capabilities{Deterministic: true},
			Validate:     validate,
		},
		{
			Kind: contract.KindEncoder, Name: "none",
			Doc:          "The raw numbers; refuses categorical columns.",
			Params:       []contract.Param{impute},
			Capabilities: contract.Capabilities{Deterministic: true},
		},
	}
}

// validate checks that range is one and is used.
func validate(cfg contract.Config) []contract.Diagnostic {
	var e encoder
	if err := cfg.Decode(&e); err != nil {
		return []contract.Diagnostic{contract.Errorf(nil, err.Error(), "Correct the attribute.")}
	}
	if e.Range == nil {
		return nil
	}
	if err := checkRange(e.Range); err != nil {
		return []contract.Diagnostic{contract.Errorf([]any{"range"}, err.Error(), "Write for example range = [0, 1].")}
	}
	if e.Numeric != "minmax" {
		return []contract.Diagnostic{contract.Warningf([]any{"range"}, fmt.Sprintf("range is not used with numeric = %q", cmp.Or(e.Numeric, "standard")), "Remove it, or write numeric = \"minmax\".")}
	}
	return nil
}

func checkRange(bounds []float64) error {
	if len(bounds) != 2 || !(bounds[0] < bounds[1]) || !isFinite(bounds[1]-bounds[0]) {
		return errors.New("range must be two numbers, the smaller one first")
	}
	return nil
}
