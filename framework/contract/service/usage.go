package service

import "math"

// Usage is what some training took. What cannot be measured is NaN.
type Usage struct {
	Seconds float64 // by the clock
	CPU     float64 // seconds of processor time, of all threads and child processes
	Joules  float64 // of all processor packages of the machine
}

// Add adds what other training took.
func (u *Usage) Add(other Usage) {
	u.Seconds += other.Seconds
	u.CPU += other.CPU
	u.Joules += other.Joules
}

// Less is a usage without a part of it.
func (u Usage) Less(part Usage) Usage {
	return Usage{max(0, u.Seconds-part.Seconds), max(0, u.CPU-part.CPU), max(0, u.Joules-part.Joules)}
}

// Divide shares a usage out by the seconds of each share, equally if all are 0. The
// seconds of the shares stay as they are.
func (u Usage) Divide(seconds []float64) []Usage {
	total := 0.0
	for _, s := range seconds {
		total += s
	}
	shares := make([]Usage, len(seconds))
	for i, s := range seconds {
		part := 1 / float64(len(seconds))
		if total > 0 {
			part = s / total
		}
		shares[i] = Usage{s, u.CPU * part, u.Joules * part}
	}
	return shares
}

// Meter is implemented by learners whose process can be watched.
type Meter interface {
	// Measure begins to measure, and stop ends it: of what is between. Alone says that
	// nothing else runs, so that energy and peak memory can be told: PeakRSS then is that
	// since Measure. The seconds of the usage are 0.
	Measure(alone bool) (stop func() Usage)
	// PeakRSS is the largest resident size in bytes, 0 if the kernel does not tell.
	PeakRSS() int64
}

// Unmeasured is the usage of what is not measured.
func Unmeasured() Usage { return Usage{CPU: math.NaN(), Joules: math.NaN()} }
