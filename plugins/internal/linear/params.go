package linear

import "github.com/manyclass/bench/framework/contract"

// Stopping says when an iterative solver stops.
type Stopping struct {
	Tol     float64 `json:"tol"`
	MaxIter int     `json:"max_iter"`
}

// CParam describes the parameter C.
func CParam() contract.Param {
	return contract.Param{Name: "C", Type: "number", Default: 1.0, Above: contract.Bound(0),
		Doc: "Weight of the losses against the penalty."}
}

// EndParams describes the parameters of every learner with C and losses that come last:
// class_weight and those of Stopping.
func EndParams() []contract.Param {
	return []contract.Param{
		{Name: "class_weight", Type: "string", Default: "none", OneOf: []string{"none", balanced},
			Doc: "Weights of the losses: none is 1, balanced is n/(K·n_y) for the n_y rows of a class, " +
				"K being 2 in binary problems."},
		{Name: "tol", Type: "number", Default: 1e-8, Above: contract.Bound(0),
			Doc: "Training stops when the objective is estimated to be within this factor of its minimum."},
		{Name: "max_iter", Type: "number", Default: 1000.0, Min: contract.Bound(1), Integer: true,
			Doc: "Outer iterations after which training stops and the model is marked unconverged."},
	}
}

// ClassWeight is a value of the parameter class_weight.
type ClassWeight string

const balanced = "balanced"

// Balanced reports whether classes weigh alike whatever their rows.
func (w ClassWeight) Balanced() bool { return w == balanced }

// Priors is a value of the parameter priors.
type Priors string

// The values of the parameter priors.
const (
	Frequencies Priors = "frequencies"
	Uniform     Priors = "uniform"
)

// PriorsParam describes the parameter priors.
func PriorsParam() contract.Param {
	return contract.Param{Name: "priors", Type: "string", Default: string(Frequencies),
		OneOf: []string{string(Frequencies), string(Uniform)},
		Doc:   "Class probabilities π: the frequencies in the training rows, or the same for every class."}
}
