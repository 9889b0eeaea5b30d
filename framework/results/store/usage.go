package store

import (
	"math"

	"github.com/manyclass/bench/framework/contract/service"
)

// Measured is how a record holds what may not have been measured: NaN is nil.
func Measured(v float64) *float64 {
	if v != v {
		return nil
	}
	return &v
}

// Usage is what a record says that training took.
func Usage(seconds float64, cpu, joules *float64) service.Usage {
	u := service.Usage{Seconds: seconds, CPU: math.NaN(), Joules: math.NaN()}
	if cpu != nil {
		u.CPU = *cpu
	}
	if joules != nil {
		u.Joules = *joules
	}
	return u
}

// Used is what training the models of the cell took.
func (r *Result) Used() service.Usage { return Usage(r.TrainSeconds, r.CPUSeconds, r.EnergyJoules) }

// Use sets what training the models of the cell took.
func (r *Result) Use(u service.Usage) {
	r.TrainSeconds, r.CPUSeconds, r.EnergyJoules = u.Seconds, Measured(u.CPU), Measured(u.Joules)
}

// plausible reports whether something was measured, if it was: neither less than nothing
// nor without end.
func plausible(v *float64) bool { return v == nil || *v >= 0 && !math.IsInf(*v, 0) }
