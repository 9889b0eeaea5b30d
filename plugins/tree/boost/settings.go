package boost

// settings are the parameters of a learner block.
type settings struct {
	Kind     string `json:"kind"`
	Rounds   int    `json:"rounds"`
	MaxDepth int    `json:"max_depth"`
}

// The values of the parameter kind.
const (
	discrete = "discrete"
	realKind = "real"
	gentle   = "gentle"
)
