package encode

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/wording"
)

// refuseCategorical names the categorical ones of some columns.
func refuseCategorical(t *data.Table, columns []int) error {
	var names []string
	for _, i := range columns {
		if t.Columns[i].Kind == data.Categorical {
			names = append(names, t.Columns[i].Name)
		}
	}
	if len(names) > 0 {
		return fmt.Errorf("encoder type none takes numeric columns only, and these are categorical: %s; use type one_hot, "+
			"or list them in the dataset's drop", wording.Names(names))
	}
	return nil
}

// none is the type that takes numbers only.
func none() kind {
	return kind{
		Component: contract.Component{
			Name:   "none",
			Doc:    "The raw numbers; refuses categorical columns.",
			Params: []contract.Param{imputeParam, indicatorParam, columnsParam},
		},
		fit:   each(func(*builder, variable, *encoder) { panic("encode: none was given a categorical column") }),
		most:  oneEach,
		takes: func(_ *encoder, t *data.Table, columns []int) error { return refuseCategorical(t, columns) },
	}
}
