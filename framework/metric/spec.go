// Package metric computes numbers from truth, predictions, scores and
// probabilities. Names and conventions are scikit-learn's.
package metric

import "github.com/manyclass/bench/framework/contract"

// Spec is one metric of an experiment. It is stored with the results, so that
// tables can be rebuilt from them.
type Spec struct {
	Name   string          `json:"name"` // as files and tables call it: "f1(average=macro)"
	Type   string          `json:"type"` // "f1"
	Config contract.Config `json:"config"`
}
