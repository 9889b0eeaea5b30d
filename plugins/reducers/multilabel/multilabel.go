// Package multilabel has the reductions of multi-label problems that an experiment file can
// name: it reads and checks their configurations, and joins stages to the arithmetic of
// package labels. Each reduction is a file.
package multilabel

import (
	"github.com/manyclass/bench/framework/contract"
)

// Components returns the reductions of multi-label problems.
func Components() []contract.Component {
	return []contract.Component{
		binaryRelevance(), stacking(), plst(), classifierChain(), labelPowerset(), calibratedLabelRanking(),
		rakel(), homer(), metaLabeler(), cplst(), prunedSets(), copyTransformation(),
	}
}
