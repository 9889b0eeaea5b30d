package linear

// Loss is a function of the margin z = y·f.
type Loss int

// The losses. Hinge has no derivative at z = 1: it is for dual methods.
const (
	Logistic     Loss = iota // log(1 + exp(−z))
	SquaredHinge             // max(0, 1 − z)²
	Hinge                    // max(0, 1 − z)
)
