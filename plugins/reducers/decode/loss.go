package decode

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
)

// Loss is a loss of the margin z = m·s, the product of a code entry and the
// score of its binary model.
type Loss string

// The losses. Formulas as in Allwein, Schapire & Singer, "Reducing multiclass
// to binary", JMLR 1 (2000), and Escalera, Pujol & Radeva, "On the decoding
// process in ternary error-correcting output codes", PAMI 32 (2010).
const (
	ZeroOne          Loss = "zero_one"          // 1 for z < 0, ½ for z = 0, else 0
	Hinge            Loss = "hinge"             // max(0, 1−z)
	SquaredHinge     Loss = "squared_hinge"     // max(0, 1−z)²
	Squared          Loss = "squared"           // (1−z)²
	Exponential      Loss = "exponential"       // e^−z
	Logistic         Loss = "logistic"          // ln(1 + e^−z)
	BinomialDeviance Loss = "binomial_deviance" // ln(1 + e^−2z)
	Linear           Loss = "linear"            // −z
)

// Losses returns the names of all losses in the order of their definition.
func Losses() []string {
	return []string{
		string(ZeroOne), string(Hinge), string(SquaredHinge), string(Squared),
		string(Exponential), string(Logistic), string(BinomialDeviance), string(Linear),
	}
}

var losses = map[Loss]func(z float64) float64{
	ZeroOne: func(z float64) float64 {
		switch {
		case z < 0:
			return 1
		case z > 0:
			return 0
		}
		return 0.5
	},
	Hinge:            func(z float64) float64 { return max(0, 1-z) },
	SquaredHinge:     func(z float64) float64 { h := max(0, 1-z); return h * h },
	Squared:          func(z float64) float64 { return (1 - z) * (1 - z) },
	Exponential:      func(z float64) float64 { return elementary.Exp(-z) },
	Logistic:         softplus,
	BinomialDeviance: func(z float64) float64 { return softplus(2 * z) },
	Linear:           func(z float64) float64 { return -z },
}

// both stores the loss of every score as a positive and as a negative example.
func (l Loss) both(s, positive, negative []float64) {
	switch l {
	case Hinge:
		for i, x := range s {
			positive[i], negative[i] = max(0, 1-x), max(0, 1+x)
		}
	case Linear:
		for i, x := range s {
			positive[i], negative[i] = -x, x
		}
	case Logistic:
		softplusBoth(1, s, positive, negative)
	case BinomialDeviance:
		softplusBoth(2, s, positive, negative)
	default:
		loss := losses[l]
		for i, x := range s {
			positive[i], negative[i] = loss(x), loss(-x)
		}
	}
}

// softplusBoth does so for ln(1 + e^(−scale·z)), whose costly part is the same
// for z and −z.
func softplusBoth(scale float64, s, positive, negative []float64) {
	for i, x := range s {
		z := scale * x
		rest := elementary.Log1p(elementary.Exp(-math.Abs(z)))
		positive[i], negative[i] = max(0, -z)+rest, max(0, z)+rest
	}
}

// softplus returns ln(1 + e^−z) without overflow.
func softplus(z float64) float64 {
	return max(0, -z) + elementary.Log1p(elementary.Exp(-math.Abs(z)))
}

// At returns the loss at a margin. It panics if the loss is not one of Losses.
func (l Loss) At(z float64) float64 {
	f, ok := losses[l]
	if !ok {
		panic(fmt.Sprintf("decode: unknown loss %q", string(l)))
	}
	return f(z)
}
