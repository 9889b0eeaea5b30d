package store

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract/service"
)

// What training took stands in a record as it was measured; what was not is null.
func TestUsage(t *testing.T) {
	var r Result
	r.Use(service.Usage{Seconds: 1, CPU: 2, Joules: 3})
	if r.TrainSeconds != 1 || *r.CPUSeconds != 2 || *r.EnergyJoules != 3 || r.Used() != (service.Usage{Seconds: 1, CPU: 2, Joules: 3}) {
		t.Errorf("%+v", r)
	}
	r.Use(service.Usage{Seconds: 4, CPU: 5, Joules: math.NaN()})
	if u := r.Used(); r.EnergyJoules != nil || u.Seconds != 4 || u.CPU != 5 || !math.IsNaN(u.Joules) {
		t.Errorf("%+v", r)
	}
	r.Use(service.Usage{CPU: math.NaN(), Joules: 6})
	if u := r.Used(); r.CPUSeconds != nil || !math.IsNaN(u.CPU) || u.Joules != 6 {
		t.Errorf("%+v", r)
	}
}
