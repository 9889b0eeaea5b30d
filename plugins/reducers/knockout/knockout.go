// Package knockout has reductions in which classes play matches: the model of a match learns which of two classes
// costs less. Models of later matches are trained on who wins the earlier ones.
package knockout

import "github.com/manyclass/bench/framework/contract"

// Components returns the reductions of the package.
func Components() []contract.Component {
	return []contract.Component{filterTree(), tournament(), allPairs()}
}
