// Package reducer describes the reductions of multiclass and multi-label problems
// that an experiment file can name: it reads and checks their configurations and
// joins the designs of package codes to the decoders of package decode, and stages
// to the arithmetic of package labels.
package reducer

import (
	"github.com/manyclass/bench/framework/contract"
)

// Components returns the components of kind reduction.
func Components() []contract.Component {
	return []contract.Component{
		oneVsRest(), orderedOneVsRest(), oneVsOne(), ecoc(), nestedDichotomies(), classNumber(), direct(),
		binaryRelevance(), stacking(), plst(), classifierChain(), labelPowerset(), calibratedLabelRanking(),
		rakel(), homer(), metaLabeler(), cplst(), prunedSets(), copyTransformation(),
	}
}
