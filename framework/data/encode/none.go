package encode

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// none is the type that takes numbers only, and does not scale them.
type none struct{ attributes }

func noneKind() kind {
	return kind{contract.Component{Name: "none", Params: []contract.Param{imputeParam, indicatorParam, columnsParam}},
		func() settings { return &none{attributes{Numeric: "none"}} }}
}

// takes refuses categorical columns.
func (n *none) takes(t *data.Table) error {
	columns, _ := n.selected(t)
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

func (*none) fit(*builder) func(variable) {
	return func(variable) { panic("encode: none was given a categorical column") }
}
