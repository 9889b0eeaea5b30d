package expression

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/manyclass/bench/framework/base/elementary"
)

// MaxVariants bounds the variants of one block.
const MaxVariants = 10000

// Choices is the value of grid(), logspace() and linspace(): one value for each
// variant of the block.
type Choices struct{ Values []cty.Value }

// ChoicesType carries choices through the evaluation of an attribute.
var ChoicesType = cty.Capsule("grid", reflect.TypeOf(Choices{}))

// Functions are the pure functions an expression may call.
var Functions = map[string]function.Function{
	"grid":     gridFunc,
	"linspace": spacedFunc(func(f float64) float64 { return f }),
	"logspace": spacedFunc(powerOf10),

	"integers":    integersFunc,
	"log_uniform": logUniformFunc,
	"uniform":     uniformFunc,

	"abs":      stdlib.AbsoluteFunc,
	"ceil":     stdlib.CeilFunc,
	"concat":   stdlib.ConcatFunc,
	"contains": stdlib.ContainsFunc,
	"floor":    stdlib.FloorFunc,
	"format":   stdlib.FormatFunc,
	"join":     stdlib.JoinFunc,
	"keys":     stdlib.KeysFunc,
	"length":   stdlib.LengthFunc,
	"lower":    stdlib.LowerFunc,
	"max":      stdlib.MaxFunc,
	"merge":    stdlib.MergeFunc,
	"min":      stdlib.MinFunc,
	"range":    stdlib.RangeFunc,
	"upper":    stdlib.UpperFunc,
	"values":   stdlib.ValuesFunc,
}

// gridFunc is grid(a, b, …): a variant for each argument.
var gridFunc = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "values", Type: cty.DynamicPseudoType},
	Type:     function.StaticReturnType(ChoicesType),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if len(args) == 0 {
			return cty.NilVal, fmt.Errorf("grid() needs at least one value")
		}
		return choiceOf(args)
	},
})

// choiceOf wraps values for an attribute.
func choiceOf(values []cty.Value) (cty.Value, error) {
	if len(values) > MaxVariants {
		return cty.NilVal, fmt.Errorf("%d variants are too many; at most %d", len(values), MaxVariants)
	}
	return cty.CapsuleVal(ChoicesType, &Choices{Values: values}), nil
}

// spacedFunc returns the function f(lo, hi, n) of n values: image(x) of n
// evenly spaced x from lo to hi, both included. The points are computed in 512
// bits and rounded once, so that linspace(0.1, 0.5, 5) holds 0.3 itself.
func spacedFunc(image func(float64) float64) function.Function {
	number := func(name string) function.Parameter { return function.Parameter{Name: name, Type: cty.Number} }
	return function.New(&function.Spec{
		Params: []function.Parameter{number("lo"), number("hi"), number("n")},
		Type:   function.StaticReturnType(ChoicesType),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			n, accuracy := args[2].AsBigFloat().Int64()
			if accuracy != big.Exact || n < 1 || n > MaxVariants {
				return cty.NilVal, function.NewArgErrorf(2, "the number of values must be whole, from 1 to %d", MaxVariants)
			}
			values := make([]cty.Value, n)
			for i, x := range evenly(args[0].AsBigFloat(), args[1].AsBigFloat(), int(n)) {
				y := image(x)
				if math.IsInf(y, 0) {
					return cty.NilVal, fmt.Errorf("value %d of %d is too large for a number", i+1, n)
				}
				values[i] = cty.NumberFloatVal(y)
			}
			return choiceOf(values)
		},
	})
}

// evenly returns n evenly spaced numbers from lo to hi; lo alone if n is 1.
func evenly(lo, hi *big.Float, n int) []float64 {
	points := make([]float64, n)
	for i := range points {
		point := exact(lo)
		if i > 0 {
			step := exact(hi)
			step.Sub(step, lo)
			step.Mul(step, exact(big.NewFloat(float64(i))))
			step.Quo(step, exact(big.NewFloat(float64(n-1))))
			point.Add(point, step)
		}
		points[i], _ = point.Float64()
	}
	return points
}

// exact copies a number into 512 bits.
func exact(x *big.Float) *big.Float { return new(big.Float).SetPrec(512).Set(x) }

// powerOf10 returns 10^x; where x is whole, the float64 nearest to it, which
// math.Pow does not promise.
func powerOf10(x float64) float64 {
	if x != math.Trunc(x) || math.Abs(x) > 400 {
		return elementary.Pow(10, x)
	}
	y, _ := strconv.ParseFloat(fmt.Sprintf("1e%d", int(x)), 64)
	return y
}
