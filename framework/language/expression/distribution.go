package expression

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/manyclass/bench/framework/base/elementary"
)

// Distribution is the value of uniform(), log_uniform() and integers(): numbers that a
// search draws.
type Distribution struct {
	Name   string // of the function
	Lo, Hi float64
}

// DistributionType carries distributions through the evaluation of an attribute.
var DistributionType = cty.Capsule("distribution", reflect.TypeOf(Distribution{}))

// Draw returns the next number. Those that need not be whole have six digits, so that
// they are the same on every machine and short to write.
func (d Distribution) Draw(rng *rand.Rand) float64 {
	switch d.Name {
	case "integers":
		return d.Lo + float64(rng.Int64N(int64(d.Hi-d.Lo)+1))
	case "log_uniform":
		low, high := elementary.Log(d.Lo), elementary.Log(d.Hi)
		return d.rounded(elementary.Exp(low + float64(rng.Float64()*(high-low))))
	}
	return d.rounded(d.Lo + float64(rng.Float64()*(d.Hi-d.Lo)))
}

// rounded is a number with six digits, within the bounds.
func (d Distribution) rounded(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return min(max(y, d.Lo), d.Hi)
}

// mostInteger is the largest size of a bound of integers(), within which float64 holds
// every whole number.
const mostInteger = 1 << 53

// distributionFunc is a function of two bounds that makes a distribution, if they are
// as it needs them.
func distributionFunc(name string, check func(lo, hi float64) error) function.Function {
	number := func(name string) function.Parameter { return function.Parameter{Name: name, Type: cty.Number} }
	return function.New(&function.Spec{
		Params: []function.Parameter{number("lo"), number("hi")},
		Type:   function.StaticReturnType(DistributionType),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			lo, _ := args[0].AsBigFloat().Float64()
			hi, _ := args[1].AsBigFloat().Float64()
			if math.IsInf(lo, 0) || math.IsInf(hi, 0) || math.IsInf(hi-lo, 0) || lo >= hi {
				return cty.NilVal, fmt.Errorf("the first number must be smaller than the second, and both finite")
			}
			if err := check(lo, hi); err != nil {
				return cty.NilVal, err
			}
			return cty.CapsuleVal(DistributionType, &Distribution{name, lo, hi}), nil
		},
	})
}

var (
	uniformFunc    = distributionFunc("uniform", func(_, _ float64) error { return nil })
	logUniformFunc = distributionFunc("log_uniform", func(lo, _ float64) error {
		if lo <= 0 {
			return fmt.Errorf("both numbers must be above 0")
		}
		return nil
	})
	integersFunc = distributionFunc("integers", func(lo, hi float64) error {
		if lo != math.Trunc(lo) || hi != math.Trunc(hi) || max(-lo, hi) > mostInteger {
			return fmt.Errorf("both numbers must be whole")
		}
		return nil
	})
)
