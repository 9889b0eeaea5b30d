// Package multiclass has the reductions of multiclass problems that an experiment file can
// name: it reads and checks their configurations, and joins the designs of package codes to
// the decoders of package decode.
package multiclass

import (
	"github.com/manyclass/bench/framework/contract"
)

// Components returns the reductions of multiclass problems.
func Components() []contract.Component {
	return []contract.Component{
		oneVsRest(), orderedOneVsRest(), oneVsOne(), ecoc(), nestedDichotomies(), hierarchical(), ltls(), classNumber(),
		costSensitiveOneVsRest(), direct(),
	}
}
