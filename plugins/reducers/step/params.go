package step

import (
	"github.com/manyclass/bench/framework/contract"
)

// Whole is a parameter that is a whole number from least to most, or with 0 for most of any size.
func Whole(name string, least, most float64) contract.Param {
	p := contract.Param{Name: name, Type: "number", Integer: true, Min: contract.Bound(least)}
	if most > 0 {
		p.Max = contract.Bound(most)
	}
	return p
}

// By is a number with a default.
func By(p contract.Param, value float64) contract.Param {
	p.Default = value
	return p
}

// DrawParam is the attribute that numbers random choices from the same seed.
func DrawParam() contract.Param { return By(Whole("draw", 0, 0), 0) }

// CheckDraw warns of draw where the order is not random.
func CheckDraw(ds *Diagnostics, draw float64, random bool) {
	if draw != 0 && !random {
		ds.NoEffect("draw", "It numbers random orders: write order = \"random\" or remove it.")
	}
}
