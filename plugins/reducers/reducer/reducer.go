// Package reducer lists the reductions that are shipped with bench.
package reducer

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/knockout"
	"github.com/manyclass/bench/plugins/reducers/labeltree"
	"github.com/manyclass/bench/plugins/reducers/multiclass"
	"github.com/manyclass/bench/plugins/reducers/multilabel"
)

// Components returns the components of kind reduction: those for classes, those for
// labels, and those for both.
func Components() []contract.Component {
	return slices.Concat(multiclass.Components(), knockout.Components(), multilabel.Components(),
		labeltree.Components())
}
